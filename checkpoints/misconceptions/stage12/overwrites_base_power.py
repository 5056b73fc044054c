"""The base's gradient is replaced, not added to.

What happens: what it had from another use is gone when this `_backward` runs.
Why it seems right: with a single use nothing is there to be lost.
What to look at: `=` or `+=`, in both lines?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad = exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
