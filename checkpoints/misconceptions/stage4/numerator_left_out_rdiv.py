"""The gradient of `2 / a` is that of `1 / a`.

What happens: the number is right, but the gradient doesn't depend on the
number above the line.
Why it seems right: the slope of one over x is a rule that one remembers, and
it is half of the answer.
What to look at: nudge `a` by 0.001 in `1 / a` and in `100 / a`. Do both move
equally far?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    out = Value(other / self.data, (self,), "/")

    def _backward():
        self.grad += -1 / self.data**2 * out.grad

    out._backward = _backward
    return out
