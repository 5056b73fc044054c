"""A negative base is refused only if the exponent is not a whole number.

What happens: (-2)**2 passes, since its result is a real number. Its slope
towards the exponent is not.
Why it seems right: that is where Python's own `**` turns complex.
What to look at: nudge the exponent from 2 to 2.001. What is the result then?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if self.data == 0 or (self.data < 0 and exponent.data % 1):
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(abs(self.data)) * out.grad

    out._backward = _backward
    return out
