"""The gradient of `-a` keeps its sign.

What happens: the number has its sign turned, but the gradient is handed on as
it came.
Why it seems right: there is one operand and nothing to multiply with, so it
looks as if everything passed through.
What to look at: a = 5: nudge it *up* by 0.001. Does `-a` go up or down?
"""

unit = "Value.__neg__"


def __neg__(self):
    out = Value(-self.data, (self,), "neg")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
