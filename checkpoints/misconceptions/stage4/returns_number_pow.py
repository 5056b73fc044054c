"""`a ** 2` is a plain number, not a Value.

What happens: `a ** 2` has the right value, but it is a plain Python number.
It has no `grad` and no `_prev`, so whatever is computed from it has lost its
way back.
Why it seems right: printed, a number and a Value's number look the same.
What to look at: `print(type(a ** 2))`. What would have to be built around the
number?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    return self.data**exponent
