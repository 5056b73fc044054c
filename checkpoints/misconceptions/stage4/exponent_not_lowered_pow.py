"""The power rule keeps the old exponent.

What happens: the factor is there, but what it is multiplied by is the power
itself. For the cube at -2 that gives -24: even the sign is wrong.
Why it seems right: the result is at hand, and "reuse the result" was right
for tanh.
What to look at: a = 3, squared: nudge `a` by 0.001. 9 becomes 9.006. Is the 6
made of 2 and 9?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data**exponent * out.grad

    out._backward = _backward
    return out
