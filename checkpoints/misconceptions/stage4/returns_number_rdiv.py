"""`2 / a` is a plain number, not a Value.

What happens: `2 / a` has the right value, but it is a plain Python number. It
has no `grad` and no `_prev`, so whatever is computed from it has lost its way
back.
Why it seems right: printed, a number and a Value's number look the same.
What to look at: `print(type(2 / a))`. What would have to be built around the
number?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    return other / self.data
