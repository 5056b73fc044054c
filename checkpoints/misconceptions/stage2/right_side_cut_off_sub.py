"""In `a - b` the right side is cut off.

What happens: `a` gets its gradient, and `b.grad` stays 0, and no error says
so. Either what is added to `a` is a new Value with the negated *number* of
`b`, which knows nothing of `b`; or a `_backward` of your own has no line for
`b`.
Why it seems right: the number is right, and what is subtracted is often a
constant, whose gradient nobody reads.
What to look at: hold `a` still and nudge `b` by 0.001. Does `a - b` move?
Where does your code let `b` know?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return self + Value(-other.data)
