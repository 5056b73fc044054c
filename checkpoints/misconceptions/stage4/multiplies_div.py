"""`a / b` multiplies.

What happens: `a / b` comes out as a * b.
Why it seems right: division is made from multiplication, so there is a `*` in
the line; the part that has to be changed first was left as it is.
What to look at: with 8 and 4, by which number must 8 be multiplied to get 2?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return self * other
