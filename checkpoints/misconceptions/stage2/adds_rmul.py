"""`2 * a` adds.

What happens: `2 * a` comes out as `a + 2`.
Why it seems right: `__rmul__` was copied from `__radd__`, and the one sign
that differs is easily overlooked. With 2 and 2 nobody would see it.
What to look at: the operator in the one line of `__rmul__`, and `2 *
Value(5.0)`.
"""

unit = "Value.__rmul__"


def __rmul__(self, other):
    return self + other
