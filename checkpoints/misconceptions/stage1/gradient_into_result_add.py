"""Part of the sum's gradient flows back into the sum.

What happens: after `_backward`, `out.grad` is no longer what it was set to,
and `b` has not got its share. The gradient takes a step in the wrong
direction.
Why it seems right: the lines look alike, and a wrong name on the left raises
no error.
What to look at: read each line of `_backward` aloud as "this one gets …". Who
is to get something here, and who has it already?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        out.grad += self.grad

    out._backward = _backward
    return out
