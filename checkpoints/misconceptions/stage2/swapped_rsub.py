"""`3 - a` computes a - 3.

What happens: the result has the opposite sign, and so has the gradient. A
loss such as `(1.0 - y)**2` hides it, because a square forgets the sign.
Why it seems right: for sums and products the order doesn't matter, so
`__radd__` and `__rmul__` may just turn it round.
What to look at: with a = 5, `3 - a` should be -2. Who stands on the left
there: `self` or `other`?
"""

unit = "Value.__rsub__"


def __rsub__(self, other):
    return self + (-other)
