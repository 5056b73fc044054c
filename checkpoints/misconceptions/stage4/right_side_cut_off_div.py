"""In `a / b` the right side is cut off.

What happens: `a` gets its gradient and `b.grad` stays 0, and no error says
so. Either only the *number* of `b` takes part, or a `_backward` of your own
has no line for `b`.
Why it seems right: the number is right, and what one divides by is often a
constant.
What to look at: hold `a` still and nudge `b` by 0.001. Does `a / b` move?
Where does your code let `b` know?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return self * other.data**-1
