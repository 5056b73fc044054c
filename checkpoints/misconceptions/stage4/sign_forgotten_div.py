"""The gradient of the divisor has the wrong sign.

What happens: size and sign of the gradient of `a` are right, for `b` only the
size is.
Why it seems right: nothing in `a / b` looks negative.
What to look at: a = 8, b = 4: nudge `b` *up* by 0.001. Does the quotient go
up or down?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad += self.data / other.data**2 * out.grad

    out._backward = _backward
    return out
