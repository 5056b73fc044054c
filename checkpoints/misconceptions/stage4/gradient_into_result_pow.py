"""The gradient flows from the base back into the result.

What happens: `_backward` changes `out.grad`, and the base gets nothing.
Why it seems right: the line has all its parts, and a wrong name on the left
raises no error. While `a.grad` is 0, nothing seems to change at all.
What to look at: read the line aloud as "this one gets …". Who has a gradient
already, and who waits for one?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        out.grad += exponent * self.data ** (exponent - 1) * self.grad

    out._backward = _backward
    return out
