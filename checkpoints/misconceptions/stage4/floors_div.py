"""`a / b` drops what stands behind the point.

What happens: the quotient is rounded down to a whole number. With 8 and 4
nobody notices.
Why it seems right: `//` is a division, too, and whole examples come out
whole.
What to look at: `7 / 2` and `7 // 2` in Python.
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data // other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad -= self.data / other.data**2 * out.grad

    out._backward = _backward
    return out
