"""The 1 is taken from the whole product, and not from the exponent.

What happens: `**` binds most tightly, then `*`, then `-`. Without parentheses
the old exponent stays, and something is subtracted at the end.
Why it seems right: read aloud, "n times x to the n minus 1" is exactly what
stands there.
What to look at: type `2 * 3**2 - 1` into Python. Where should the subtraction
happen?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data**exponent - 1 * out.grad

    out._backward = _backward
    return out
