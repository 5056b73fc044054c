"""Multiplication leaves out the gradient that arrives from above.

What happens: the operands get the local derivative alone, whatever `out.grad`
is. So it is right only where the product is the last node, with a gradient of
1.
Why it seems right: tried by itself, the last node is all there is, and times
1 changes nothing.
What to look at: set `out.grad = 10.0` before `_backward`, and see what became
ten times as large.
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data
        other.grad += self.data

    out._backward = _backward
    return out
