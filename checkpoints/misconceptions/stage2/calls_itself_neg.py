"""Negation asks for itself, perhaps by way of a subtraction.

What happens: `-a` ends in a RecursionError. A minus in `__neg__` leads back
to `__neg__`: at once, as in `-self`, or by a detour, as in `0 - self`, if
your subtraction is made with a negation. Deep graphs are another matter.
Why it seems right: as a formula, -a = 0 - a is true; but here each of the two
is explained by the other.
What to look at: which of your operations gets along without any minus sign of
a Value?
"""

unit = "Value.__neg__"


def __neg__(self):
    return -self
