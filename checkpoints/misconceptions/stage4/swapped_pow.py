"""Base and exponent have changed places.

What happens: `a ** 3` computes 3 to the power of a.
Why it seems right: with 2 and 2, or 2 and 4, it makes no difference.
What to look at: a = -2: `a ** 3` should be -8. What stands on the left of
your `**`?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(exponent**self.data, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
