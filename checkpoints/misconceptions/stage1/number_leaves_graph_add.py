"""Adding a plain number takes a side road that leaves the graph.

What happens: `a + b` is right, but for `a + 3` there is a branch of its own,
and the Value that it builds has no way back to `a`. The number is right, and
`a.grad` stays 0.
Why it seems right: the 3 needs no gradient, so it looks as if nothing had to
be remembered.
What to look at: nudge `a` by 0.001: does `a + 3` move? Then `a` is waiting
for a gradient in this branch, too.
"""

unit = "Value.__add__"


def __add__(self, other):
    if not isinstance(other, Value):
        return Value(self.data + other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
