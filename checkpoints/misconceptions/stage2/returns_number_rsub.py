"""`3 - a` is a plain number, not a Value.

What happens: `3 - a` has the right value, but it is a plain Python number. It
has no `grad` and no `_prev`, so whatever is computed from it has lost its way
back.
Why it seems right: printed, a number and a Value's number look the same.
What to look at: `print(type(3 - a))`. What would have to be built around the
number?
"""

unit = "Value.__rsub__"


def __rsub__(self, other):
    return other - self.data
