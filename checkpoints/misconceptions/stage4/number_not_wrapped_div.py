"""A plain number on the right of `/` is not turned into a Value.

What happens: `a / b` works, and `a / 4` or `a / 0.5` ends in an
AttributeError, since an int or a float has no `.data`.
Why it seems right: as long as only Values are divided, nobody asks a number
for its `data`.
What to look at: which line asks `other` for `.data` first, and what `other`
is in `a / 4`. How did `__mul__` deal with that?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad += -self.data / other.data**2 * out.grad

    out._backward = _backward
    return out
