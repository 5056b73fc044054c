"""The gradient of the divisor doesn't depend on what is divided.

What happens: the gradient of `a` is right; that of `b` is the one of `1 / b`,
whatever `a` is.
Why it seems right: the slope of one over b is a rule that one remembers, and
it is half of the answer.
What to look at: nudge `b` by 0.001 in `1 / b` and in `100 / b`. Do both move
equally far?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad += -1 / other.data**2 * out.grad

    out._backward = _backward
    return out
