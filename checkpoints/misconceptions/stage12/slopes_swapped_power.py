"""Each of the two gets the other one's gradient.

What happens: the numbers are right, and at the wrong places.
Why it seems right: both rules are there, after all.
What to look at: a = 2, b = 3: which of them should get 12?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        exponent.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        self.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
