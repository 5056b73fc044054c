"""Subtraction uses the rule of addition.

What happens: the number is right, and so is the gradient of `a`, but that of
`b` has the wrong sign.
Why it seems right: `__sub__` was copied from `__add__`, and the sign was
changed where the number is computed. The rule in `_backward` looks as if it
had nothing to do with it.
What to look at: hold `a` still and nudge `b` *up* by 0.001. Does `a - b` go
up or down?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
