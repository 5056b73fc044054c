"""It is the logarithm to base 10.

What happens: the exponent's gradient is too small by a factor of 2.3.
Why it seems right: on many calculators `log` is that one.
What to look at: which logarithm undoes exp?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log10(self.data) * out.grad

    out._backward = _backward
    return out
