"""`__truediv__` asks Python for the same division again.

What happens: `a / b` ends in a RecursionError. The line in `__truediv__` asks
Python for an operation that leads straight back to `__truediv__`, and so on
until Python gives up. Deep graphs are another matter.
Why it seems right: as a formula the line is true; it only explains the thing
by itself.
What to look at: read your line as Python does: which object stands on the
left of the operator, and whose method is called then?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return self / other
