"""`a / b` computes b / a.

What happens: the result is the quotient turned upside down, with the
gradients that belong to it.
Why it seems right: both parts are there, and 3 / 3 is 1 either way.
What to look at: for `a / b` Python calls `a.__truediv__(b)`. Which of the two
is `self`, and which one stands below the line?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return other * self**-1
