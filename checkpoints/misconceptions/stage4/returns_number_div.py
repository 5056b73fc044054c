"""`a / b` is a plain number, not a Value.

What happens: `a / b` has the right value, but it is a plain Python number. It
has no `grad` and no `_prev`, so whatever is computed from it has lost its way
back.
Why it seems right: printed, a number and a Value's number look the same.
What to look at: `print(type(a / b))`. What would have to be built around the
number?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return self.data / other.data
