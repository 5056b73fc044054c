"""`2 * a` overwrites the gradient that `a` has already.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. `a * 2` does this right, but `__rmul__` has a `_backward` of its own:
in `3 * a + 4 * a` one of the two uses is lost.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `a.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__rmul__"


def __rmul__(self, other):
    out = Value(self.data * other, (self,), "*")

    def _backward():
        self.grad = other * out.grad

    out._backward = _backward
    return out
