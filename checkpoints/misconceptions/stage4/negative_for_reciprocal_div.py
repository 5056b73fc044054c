"""`a / b` multiplies by -b.

What happens: `a / b` comes out as -(a * b): the -1 only turns the sign.
Why it seems right: subtraction adds the *negative*, so by analogy division
should multiply by it; and a -1 does belong here, but in which place?
What to look at: 8 / 4 is 2. By which number must 8 be multiplied to get that?
Is it -4?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return self * (other * -1)
