"""The gradient that is already there is counted twice.

What happens: the old gradient comes in twice, once through `+=` and once
written out after it. So it doubles with every further use: `a + a` gives 3.
Why it seems right: either way of writing it alone would be right, and with an
old gradient of 0 both together are, too.
What to look at: set `a.grad = 5.0`, run `_backward` with `out.grad` 1, and
read what `a.grad` is now.
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += self.grad + out.grad
        other.grad += other.grad + out.grad

    out._backward = _backward
    return out
