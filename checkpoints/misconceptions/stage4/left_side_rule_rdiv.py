"""The gradient of `2 / a` is that of `a / 2`.

What happens: the number is right, but `a` gets what it would get above the
line.
Why it seems right: the rule was taken over from `__truediv__`, where `self`
does stand above.
What to look at: a = 4: nudge it *up* by 0.001. Does `2 / a` go up or down?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    out = Value(other / self.data, (self,), "/")

    def _backward():
        self.grad += 1 / other * out.grad

    out._backward = _backward
    return out
