"""The logarithm is taken of the result.

What happens: the exponent gets a**b * ln(a**b), which is b times too much.
Why it seems right: the result was at hand, and it has been right to use it so
often.
What to look at: a = 2, b = 3: should it be 8 * 0.693, or 8 * 2.079?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(out.data) * out.grad

    out._backward = _backward
    return out
