"""Multiplication overwrites one of its two gradients: the left factor's.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. Here it is the left factor's: in `a * 3 + a * 0.5` one of the two uses
is lost, while `a * a` comes out right by luck, as the overwriting line runs
first.
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
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
