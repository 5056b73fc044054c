"""The right operand's gradient has the sign of a difference.

What happens: `other.grad` goes down by `out.grad`, where it should go up. In
`a + b` with `out.grad` 1, `b.grad` ends as -1, and `a + a` gives 0.
Why it seems right: that is the rule of `a - b`, where more of `b` makes less
of the result.
What to look at: in `a + b`, nudge b up by 0.001. Does the sum go up or down?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad -= out.grad

    out._backward = _backward
    return out
