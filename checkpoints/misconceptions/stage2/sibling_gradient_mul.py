"""The local derivative is taken from the other factor's `grad`.

What happens: what arrives is multiplied by the other factor's gradient. That
is usually still 0 when `_backward` runs, and a factor of 0 wipes everything
out.
Why it seems right: `other` is the right place to look at, and `_backward` is
all about `grad`.
What to look at: take a = 2 and b = 4 and nudge `a` by 0.001: out moves by
0.004. Which number of `b` is that 4?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.grad * out.grad
        other.grad += self.grad * out.grad

    out._backward = _backward
    return out
