"""Division overwrites one of its two gradients: the divisor's.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. Here it is the divisor's: in `a / b + a / b` one of the two uses of
`b` is lost.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `b.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad = -self.data / other.data**2 * out.grad

    out._backward = _backward
    return out
