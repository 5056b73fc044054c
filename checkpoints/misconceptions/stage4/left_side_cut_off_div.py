"""In `a / b` the left side is cut off.

What happens: `b` gets its gradient and `a.grad` stays 0: only the *number* of
`a` takes part. And with a plain number below the line, nothing is left that
is a Value.
Why it seems right: the result is a Value with the right number, since `b` is
one.
What to look at: where in your line does `a` stop being `a` and become a mere
number?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    return self.data * other**-1
