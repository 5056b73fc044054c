"""`a / b` is built outside the graph, and `a / 4` not at all.

What happens: `a / b` has the right number, in a Value that knows no way back
to `a` or `b`, so both keep a `grad` of 0. And `a / 4` ends in an
AttributeError, since a plain number has no `.data`.
Why it seems right: forward, with Values on both sides, nothing is missing.
What to look at: which operators that carry gradients already, and take plain
numbers too, could do the work?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return Value(self.data / other.data)
