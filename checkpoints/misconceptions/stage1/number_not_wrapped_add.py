"""A plain number on the right is not turned into a Value.

What happens: `a + b` works, and `a + 3` or `a + 0.5` ends in an
AttributeError, since an int or a float has no `.data`. Perhaps one of the two
kinds is taken care of, and the other isn't.
Why it seems right: as long as only Values are added, nobody asks a number for
its `data`.
What to look at: what `other` is in `a + 3`, what it is in `a + 0.5`, and
which line asks it for `.data` first.
"""

unit = "Value.__add__"


def __add__(self, other):
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
