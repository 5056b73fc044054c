"""The two gradients of a difference have each other's sign.

What happens: `a` gets what arrives with its sign turned, and `b` gets it as
it is.
Why it seems right: one plus and one minus are there, as one expects of a
difference.
What to look at: nudge `a` up by 0.001: does `a - b` go up or down? Then the
same with `b`.
"""

unit = "Value.__sub__"


def __sub__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad -= out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
