"""Only the right operand of a sum gets its share.

What happens: in `a + b`, `b` gets its gradient, and `a.grad` stays as it was.
If there are two lines in `_backward`, both may name the same operand: a line
that was copied and not changed.
Why it seems right: forward nothing is missing, and one of the two gradients
is right.
What to look at: the names on the left in `_backward`. Is each operand named
once?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        other.grad += out.grad

    out._backward = _backward
    return out
