"""The exponent is not among the operands.

What happens: `_backward` gives it its gradient, but nobody who follows
`_prev` comes to what it was made from: there it ends.
Why it seems right: `(self,)` stood there in stage 4.
What to look at: what should `_prev` hold, so that (a*b).power(a + b) leads
back to the sum?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self,), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
