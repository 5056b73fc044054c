"""Both sides are given one over the other side as derivative.

What happens: the gradient of `a` is right. That of `b` is made by the same
pattern, with the names exchanged, and is wrong.
Why it seems right: in `a * b` the two lines are mirror images, and it worked.
What to look at: a = 8, b = 4: nudge `b` *up* by 0.001. Does the quotient go
up or down, and by how much?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad += 1 / self.data * out.grad

    out._backward = _backward
    return out
