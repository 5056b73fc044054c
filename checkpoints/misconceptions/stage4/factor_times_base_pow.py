"""Every power is given the slope exponent times base.

What happens: the factor is right, but the base is used as it is, whatever the
exponent. `a ** 2` is right throughout.
Why it seems right: for squares the lowered exponent is 1, and does not show.
What to look at: the cube at -2: its slope is 12. Which power of -2 is needed
beside the 3?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data * out.grad

    out._backward = _backward
    return out
