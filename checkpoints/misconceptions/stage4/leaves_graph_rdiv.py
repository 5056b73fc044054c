"""`2 / a` is built outside the graph.

What happens: `2 / a` has the right number in a Value of its own, but that
Value has no way back to `a`: no operands, or nothing that hands a gradient
on. So `a.grad` stays 0, and no error says so.
Why it seems right: forward, nothing is missing, and it is a Value as it
should be.
What to look at: which operators that carry gradients already could do the
work, used on `self` itself and not on its number?
"""

unit = "Value.__rtruediv__"


def __rtruediv__(self, other):
    return Value(other / self.data)
