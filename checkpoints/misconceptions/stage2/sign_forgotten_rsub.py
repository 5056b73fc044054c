"""The gradient of `3 - a` keeps its sign.

What happens: the number is right, but `a` gets what arrives with its sign
unchanged.
Why it seems right: `a` is the only Value here, and in `a - 3` its gradient
does pass through unchanged.
What to look at: a = 5: nudge it *up* by 0.001. Does `3 - a` go up or down?
"""

unit = "Value.__rsub__"


def __rsub__(self, other):
    out = Value(other - self.data, (self,), "-")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
