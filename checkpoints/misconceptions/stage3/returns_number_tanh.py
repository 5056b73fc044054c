"""`a.tanh()` is a plain number, not a Value.

What happens: `a.tanh()` has the right value, but it is a plain Python number.
It has no `grad` and no `_prev`, so whatever is computed from it has lost its
way back.
Why it seems right: printed, a number and a Value's number look the same.
What to look at: `print(type(a.tanh()))`. What would have to be built around
the number?
"""

unit = "Value.tanh"


def tanh(self):
    return math.tanh(self.data)
