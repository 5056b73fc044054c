"""The sum takes gradients from its operands, where it should give.

What happens: `_backward` adds the operands' gradients to `out.grad`, and the
operands get nothing. The chain rule runs the wrong way round.
Why it seems right: forward, numbers do flow from the operands to the result,
and the operands' `grad` is mostly still 0, so that nothing seems to change.
What to look at: when `_backward` runs, which `grad` is known already, and
which are wanted?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        out.grad += self.grad
        out.grad += other.grad

    out._backward = _backward
    return out
