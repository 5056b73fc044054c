"""The exponent's slope has the logarithm, and not the result.

What happens: the exponent gets ln(a) times what arrives.
Why it seems right: that is the derivative of b * ln(a), from which the rule
is made.
What to look at: e**(b * ln a) is what is differentiated. By the chain rule,
what is the slope of e**(…) itself?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += math.log(self.data) * out.grad

    out._backward = _backward
    return out
