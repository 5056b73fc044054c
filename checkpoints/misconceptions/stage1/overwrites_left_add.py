"""Addition overwrites one of its two gradients: the left operand's.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. Here it is the left operand's: in `(a + b) + (a + c)` one of the two
uses of `a` is lost, while `a + a` comes out right by luck, as the overwriting
line runs first.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `a.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad = out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
