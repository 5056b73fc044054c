"""Every power ends in a TypeError.

What happens: `a ** 2` does not get as far as a result, and Python's message
says where it stopped. If a 'Value' is not iterable, the base was handed on in
parentheses, which do not make a tuple by themselves. If it is about
`isinstance`, look at what that is given: it takes an object, and then one
type or one tuple of types.
Why it seems right: with two operands the same parentheses do hold a tuple.
What to look at: the commas, in the line that the message names.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float), "the exponent must be an int or a float")
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
