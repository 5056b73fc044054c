"""The exponent gets the rule of the base.

What happens: both operands get b * a**(b - 1) times what arrives.
Why it seems right: in a product both get the same kind of thing.
What to look at: nudge the exponent instead of the base. In e**x, what is the
slope, and where is the variable?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad

    out._backward = _backward
    return out
