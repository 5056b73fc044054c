"""`a ** n` computes a times n.

What happens: the number of `a ** 3` is that of `a * 3`; the slope is that of
a power.
Why it seems right: one star is quickly lost, and 2 ** 2 is 4 either way.
What to look at: the line that makes the number, with a = -2 and 3.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data * exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
