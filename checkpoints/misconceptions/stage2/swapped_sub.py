"""`a - b` computes b - a.

What happens: the result has the opposite sign, and so have both gradients.
Why it seems right: both parts are there, one of them with a minus, and 3 - 3
is 0 either way.
What to look at: for `a - b` Python calls `a.__sub__(b)`. Which of the two is
`self`, and which one is taken away?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    return (-self) + other
