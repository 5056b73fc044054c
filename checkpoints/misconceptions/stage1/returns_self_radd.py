"""`3 + a` gives `a` back, without the 3.

What happens: the number on the left is ignored: `3 + a` is `a`.
Why it seems right: in `sum([a, b])` the number on the left is 0, and there
`a` is a fine answer.
What to look at: which of the two names, `self` and `other`, holds the 3, and
where does your line use it?
"""

unit = "Value.__radd__"


def __radd__(self, other):
    return self
