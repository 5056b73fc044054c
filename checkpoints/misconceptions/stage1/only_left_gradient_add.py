"""Only the left operand of a sum gets its share.

What happens: in `a + b`, `a` gets its gradient, and `b.grad` stays as it was.
In `a + a` one of the two uses is missing.
Why it seems right: the example that is tried first often asks for the
gradient of `a` alone.
What to look at: nudge `b` by 0.001, with `a` held still. Does the sum move?
Which line of `_backward` says so?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
