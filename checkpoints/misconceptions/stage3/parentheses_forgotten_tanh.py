"""The gradient is multiplied by only a part of the slope.

What happens: Python multiplies before it subtracts, so `out.grad` meets the
square alone, and the 1 stays as it is. For `out.grad` 1 nobody notices.
Why it seems right: read aloud, the line sounds like the formula, and single
results are tried with a gradient of 1.
What to look at: set `out.grad = 0.0`. What should arrive at `a` then, and
what does?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += 1 - t**2 * out.grad

    out._backward = _backward
    return out
