"""The gradient of `2 / a` lacks a square.

What happens: the number is right, and so is the sign of the gradient; its
size is not.
Why it seems right: at a = 1 it makes no difference, and the quotient itself
has no square.
What to look at: a = 4: nudge it by 0.001. 0.5 becomes 0.499875: how far is
that per unit?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    out = Value(other / self.data, (self,), "/")

    def _backward():
        self.grad += -other / self.data * out.grad

    out._backward = _backward
    return out
