"""Raising `a` to a power changes `a`.

What happens: the result is right, but `a` itself now holds it. A node that is
used a second time now stands for another number, and derivatives taken later
use that one.
Why it seems right: the first result is correct, and the operand is rarely
looked at again.
What to look at: print `a.data` before and after the operation. On the left of
which `=` does it stand?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    self.data = self.data**exponent
    out = Value(self.data, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
