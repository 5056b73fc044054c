"""`-a` turns the sign of `a` itself.

What happens: no new node is made: `a` changes its number and comes back as
the result. Afterwards `a` is negative wherever else it is used, and the
"result" has no operand.
Why it seems right: the number that comes out is the right one.
What to look at: print `a.data` before and after `-a`. In a graph the operand
and the result are two nodes.
"""

unit = "Value.__neg__"


def __neg__(self):
    self.data = -self.data
    return self
