"""`__sub__` asks Python for the same subtraction again.

What happens: `a - b` ends in a RecursionError. The line in `__sub__` asks
Python for an operation that leads straight back to `__sub__`, and so on until
Python gives up. Deep graphs are another matter.
Why it seems right: as a formula the line is true; it only explains the thing
by itself.
What to look at: read your line as Python does: which object stands on the
left of the operator, and whose method is called then?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    return self - other
