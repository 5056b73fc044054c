"""The exponent gets its slope alone, whatever arrives.

What happens: out.grad is missing from the second line. Where the power comes
last, out.grad is 1 and nothing shows.
Why it seems right: the slope is the new thing here, and it is right.
What to look at: what stands at the end of the first line?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data)

    out._backward = _backward
    return out
