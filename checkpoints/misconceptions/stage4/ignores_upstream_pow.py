"""A power leaves out the gradient that arrives from above.

What happens: `a` gets the local derivative alone, whatever `out.grad` is. So
it is right only where the power is the last node, with a gradient of 1.
Why it seems right: tried by itself, the last node is all there is, and times
1 changes nothing.
What to look at: set `out.grad = 10.0` before `_backward`, and see what became
ten times as large.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1)

    out._backward = _backward
    return out
