"""`__rsub__` asks Python for the same subtraction again.

What happens: `3 - a` ends in a RecursionError. The line in `__rsub__` asks
Python for an operation that leads straight back to `__rsub__`, and so on
until Python gives up. Deep graphs are another matter.
Why it seems right: as a formula the line is true; it only explains the thing
by itself.
What to look at: read your line as Python does: which object stands on the
left of the operator, and whose method is called then?
"""

unit = "Value.__rsub__"


def __rsub__(self, other):
    return other - self
