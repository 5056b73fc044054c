"""Negation overwrites the gradient that is already there.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. With several uses, as in `(-a) + (-a)`, only the last one counts.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `a.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__neg__"


def __neg__(self):
    out = Value(-self.data, (self,), "neg")

    def _backward():
        self.grad = -out.grad

    out._backward = _backward
    return out
