"""The factor of the power rule is one too small.

What happens: the lowered exponent also stands in front. For squares the
factor is 1, for the cube at -2 the slope is 8.
Why it seems right: n - 1 does occur in the rule. And if the exponent was
lowered in a variable before, both places use that one.
What to look at: the rule in the lesson, with n = 3: which number stands in
front, and which one above?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += (exponent - 1) * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
