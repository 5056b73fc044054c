"""The logarithm is missing from the exponent's slope.

What happens: the exponent gets the result times what arrives. That would be
right for the base e only.
Why it seems right: exp is its own slope, and this looks like exp.
What to look at: 2**b and 10**b: which one climbs faster? Which number of the
base says by how much?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * out.grad

    out._backward = _backward
    return out
