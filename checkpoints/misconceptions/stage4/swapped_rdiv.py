"""`2 / a` computes a / 2.

What happens: the result is the quotient turned upside down, with the gradient
that belongs to it. At a = 2 it looks right.
Why it seems right: for sums and products the order doesn't matter, so
`__radd__` and `__rmul__` may just turn it round.
What to look at: with a = 4, `2 / a` should be 0.5. Who stands above the line
there: `self` or `other`?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    return self * other**-1
