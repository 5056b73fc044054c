"""`2 / a` multiplies.

What happens: `2 / a` comes out as 2 * a.
Why it seems right: it is made from a multiplication, and the part that has to
be changed first was left as it is; or the method was copied from `__rmul__`.
What to look at: with a = 4, by which number must 2 be multiplied to get 0.5?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    return other * self
