"""The power rule lacks its factor.

What happens: the exponent is lowered, but nothing stands in front. For `a **
1` that is right; for the cube at -2 it gives 4.
Why it seems right: the new exponent is the part that looks difficult, and
once it is there the rule seems done.
What to look at: a = 3, squared: nudge `a` by 0.001. 9 becomes 9.006; which
two numbers make the 6?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
