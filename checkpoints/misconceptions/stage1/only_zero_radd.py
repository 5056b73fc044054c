"""`__radd__` knows the 0 that sum() starts with, and no other number.

What happens: `sum([a, b])` works, because its first step is `0 + a`. `3 + a`
gives None, and so does every sum with another start.
Why it seems right: the advice "sum() starts from 0" sounds as if only the 0
had to be dealt with.
What to look at: follow `3 + a` through your `if`. Which line does it reach,
and what does that return?
"""

unit = "Value.__radd__"


def __radd__(self, other):
    if other == 0:
        return self
