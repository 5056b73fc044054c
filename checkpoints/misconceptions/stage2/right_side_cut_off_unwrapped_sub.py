"""In `a - b` the right side is cut off, and `a - 3` fails.

What happens: only the *number* of `b` takes part, so `b.grad` stays 0,
without any error. And `a - 3` ends in an AttributeError, since a plain number
has no `.data`.
Why it seems right: `a - b` has the right number, and the gradient of `a`.
What to look at: what happens if the minus stands before `b` itself, and not
before its number?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    return self + (-other.data)
