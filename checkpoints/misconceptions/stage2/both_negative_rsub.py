"""`3 - a` takes away the 3 as well.

What happens: `3 - a` comes out as -3 - a: both parts are negative. The
gradient is right, as a constant has none.
Why it seems right: there is a minus for the `-` in `3 - a`, and another that
came along with `a - 3`.
What to look at: with a = 5 the result should be -2. Which of the two numbers
keeps its sign?
"""

unit = "Value.__rsub__"


def __rsub__(self, other):
    return (-self) - other
