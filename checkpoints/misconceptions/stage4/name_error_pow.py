"""A name in `__pow__` does not exist.

What happens: every power ends in a NameError, before anything is computed.
Why it seems right: Python looks a name up only when the line is run, so a
misspelt one does no harm until then.
What to look at: the name in Python's message, letter by letter, and beside it
the name that you meant: one of your parameters, perhaps, or a function of
Python's.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert insintance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
