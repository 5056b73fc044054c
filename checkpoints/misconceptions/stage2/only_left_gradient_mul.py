"""Only the left factor gets its share.

What happens: in `a * b`, `a` gets its gradient, and `b.grad` stays as it was.
In `a * a` one of the two uses is missing.
Why it seems right: when a weight is multiplied by an input, it is the weight
that everybody looks at.
What to look at: nudge `b` by 0.001, with `a` held still. Does the product
move? Which line of `_backward` says so?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad

    out._backward = _backward
    return out
