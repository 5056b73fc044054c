"""Negation leaves out the gradient that arrives from above.

What happens: `a` gets the local derivative alone, whatever `out.grad` is. So
it is right only where `-a` is the last node, with a gradient of 1.
Why it seems right: tried by itself, the last node is all there is, and times
1 changes nothing.
What to look at: set `out.grad = 10.0` before `_backward`, and see what became
ten times as large.
"""

unit = "Value.__neg__"


def __neg__(self):
    out = Value(-self.data, (self,), "neg")

    def _backward():
        self.grad += -1.0

    out._backward = _backward
    return out
