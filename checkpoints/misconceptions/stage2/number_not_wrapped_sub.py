"""A plain number on the right of `-` is not turned into a Value.

What happens: `a - b` works, and `a - 3` or `a - 0.5` ends in an
AttributeError, since an int or a float has no `.data`.
Why it seems right: as long as only Values are subtracted, nobody asks a
number for its `data`.
What to look at: which line asks `other` for `.data` first, and what `other`
is in `a - 3`. How did `__add__` deal with that?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad -= out.grad

    out._backward = _backward
    return out
