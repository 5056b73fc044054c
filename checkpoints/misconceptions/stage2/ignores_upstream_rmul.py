"""`2 * a` leaves out the gradient that arrives from above.

What happens: `a` gets the local derivative alone, whatever `out.grad` is. So
it is right only where `2 * a` is the last node, with a gradient of 1.
Why it seems right: tried by itself, the last node is all there is, and times
1 changes nothing.
What to look at: set `out.grad = 10.0` before `_backward`, and see what became
ten times as large.
"""

unit = "Value.__rmul__"


def __rmul__(self, other):
    out = Value(self.data * other, (self,), "*")

    def _backward():
        self.grad += other

    out._backward = _backward
    return out
