"""`a - b` adds.

What happens: `a - b` comes out as a + b.
Why it seems right: subtraction is made from addition, so there is a plus in
the line; the part that has to be changed first was left as it is.
What to look at: with 5 and 3, what has to be added to 5 to get 2?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    return self + other
