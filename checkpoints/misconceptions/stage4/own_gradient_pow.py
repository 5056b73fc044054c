"""The base's own gradient is used where the result's belongs.

What happens: the slope is right, but it is multiplied by the `grad` of the
very node that is to get something. That is 0 at first, and stays 0.
Why it seems right: `grad` alone reads as "the gradient", and there are two of
them in this method.
What to look at: which of the two is known when `_backward` runs, and which is
wanted?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * self.grad

    out._backward = _backward
    return out
