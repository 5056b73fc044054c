"""`3 + a` subtracts.

What happens: `3 + a` comes out as `a - 3`.
Why it seems right: the reflected methods look all alike, and one copied from
the wrong neighbour, `__rsub__`, say, runs without any error. `a + 3` is
right, so addition itself is above suspicion.
What to look at: the names of the methods, one by one. Which operation does
the body of `__radd__` do?
"""

unit = "Value.__radd__"


def __radd__(self, other):
    return self + (-other)
