"""The exponent's gradient is replaced, not added to.

What happens: in a.power(a), where both lines meet in one node, the first
one's share is gone.
Why it seems right: the base's line has `+=`, and one is enough to look right.
What to look at: `=` or `+=`, in both lines?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad = out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
