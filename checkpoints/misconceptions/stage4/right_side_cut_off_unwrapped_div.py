"""In `a / b` the right side is cut off, and `a / 4` fails.

What happens: only the *number* of `b` takes part, so `b.grad` stays 0,
without any error. And `a / 4` ends in an AttributeError, since a plain number
has no `.data`.
Why it seems right: `a / b` has the right number, and the gradient of `a`.
What to look at: what happens if `b` itself is raised to a power, and not its
number?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return self * other.data**-1
