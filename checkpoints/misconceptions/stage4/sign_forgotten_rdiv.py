"""The gradient of `2 / a` has the wrong sign.

What happens: the number is right, and so is the size of the gradient; its
sign is not.
Why it seems right: nothing in `2 / a` looks negative.
What to look at: a = 4: nudge it *up* by 0.001. Does `2 / a` go up or down?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    out = Value(other / self.data, (self,), "/")

    def _backward():
        self.grad += other / self.data**2 * out.grad

    out._backward = _backward
    return out
