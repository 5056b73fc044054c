"""Multiplication overwrites the gradients that are already there.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. In `a * a` with a = 3 each use of `a` is worth 3, and `a.grad` ends as
3, not as both together.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `a.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad = other.data * out.grad
        other.grad = self.data * out.grad

    out._backward = _backward
    return out
