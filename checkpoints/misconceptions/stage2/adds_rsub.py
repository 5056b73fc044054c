"""`3 - a` adds.

What happens: `3 - a` comes out as 3 + a.
Why it seems right: it is made from an addition, and the part that has to be
changed first was left as it is; or the method was copied from `__radd__`.
What to look at: with a = 5, what has to be added to 3 to get -2?
"""

unit = "Value.__rsub__"


def __rsub__(self, other):
    return self + other
