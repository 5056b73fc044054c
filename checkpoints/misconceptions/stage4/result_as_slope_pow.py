"""The power itself is used as slope.

What happens: both parts of the power rule are missing: `a` gets the result
times what arrives.
Why it seems right: for exp this is true, and the result is at hand.
What to look at: a = 3, squared: nudge `a` by 0.001. 9 becomes 9.006; does it
move by 9 per unit?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += self.data**exponent * out.grad

    out._backward = _backward
    return out
