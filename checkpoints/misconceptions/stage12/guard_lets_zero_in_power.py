"""Zero is let through as a base.

What happens: negative bases are refused. With 0, the backward pass ends in
ln(0).
Why it seems right: 0 to the power of 2 is 0, and `< 0` is what comes to mind.
What to look at: of which numbers is there a logarithm?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if self.data < 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
