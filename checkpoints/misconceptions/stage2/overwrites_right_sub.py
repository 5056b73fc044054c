"""Subtraction overwrites one of its two gradients: the right side's.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. Here it is the right side's: in `(a * b) - b - b` one of the two
subtracted `b` is lost.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `b.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__sub__"


def __sub__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad = -out.grad

    out._backward = _backward
    return out
