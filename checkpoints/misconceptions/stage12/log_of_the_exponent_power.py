"""The logarithm is taken of the exponent, not of the base.

What happens: the exponent gets a**b * ln(b).
Why it seems right: it is the gradient of the exponent, so one reaches for the
exponent.
What to look at: at a = 1 nothing moves when b does: 1 stays 1. What does your
slope say there?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(abs(exponent.data)) * out.grad

    out._backward = _backward
    return out
