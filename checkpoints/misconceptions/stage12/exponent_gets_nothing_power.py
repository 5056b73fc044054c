"""The exponent gets no gradient.

What happens: result and gradient of the base are right; the exponent stays
where it is, and will never learn.
Why it seems right: that is how it was in stage 4, where the exponent was a
constant.
What to look at: two operands went in. How many lines has your closure?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad

    out._backward = _backward
    return out
