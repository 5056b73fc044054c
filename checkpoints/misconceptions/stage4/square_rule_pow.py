"""Every power is given the slope of a square.

What happens: `a ** 2` is right throughout, and every other exponent gets the
rule for 2.
Why it seems right: the square is the power that a loss needs, and the first
one that is tried.
What to look at: where does the exponent occur in your `_backward`? Compare
the cube of -2 with the lesson's table.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += 2 * self.data * out.grad

    out._backward = _backward
    return out
