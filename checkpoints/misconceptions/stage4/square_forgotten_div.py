"""The gradient of the divisor lacks a square.

What happens: the gradient of `a` is right; that of `b` has the right sign and
the wrong size.
Why it seems right: with a divisor of 1 it makes no difference, and the
quotient itself has no square.
What to look at: a = 8, b = 4: nudge `b` by 0.001. 2 becomes 1.9995: how far
is that per unit, and which numbers make it?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad += -self.data / other.data * out.grad

    out._backward = _backward
    return out
