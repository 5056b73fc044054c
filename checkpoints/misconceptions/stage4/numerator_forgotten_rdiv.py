"""`2 / a` computes 1 / a.

What happens: whatever number stands above the line, the result is one over
`a`, and so is the gradient.
Why it seems right: the power of -1 is the difficult part, and with `1 / a` it
is all that is needed.
What to look at: which of the two names, `self` and `other`, holds the 2, and
where does your line use it?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    return self**-1
