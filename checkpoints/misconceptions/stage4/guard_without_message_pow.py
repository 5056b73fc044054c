"""The refusal of a Value as exponent doesn't say why.

What happens: `a ** Value(3)` ends in an AssertionError with nothing behind
it.
Why it seems right: the assert does its work, and whoever wrote it knows what
it means.
What to look at: imagine to meet a bare "AssertionError" in code that isn't
yours. What would you like to read there?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float))
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
