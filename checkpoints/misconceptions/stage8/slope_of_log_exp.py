"""exp is given the slope of log.

What happens: forward is e**x; backward the gradient is divided by x.
Why it seems right: the two belong together, and one is written right beside
the other.
What to look at: nudge a = 2 by 0.001: e**a moves by 0.0074. Which number of
the forward step is that?
"""

unit = "Value.exp"


def exp(self):
    out = Value(math.exp(self.data), (self,), "exp")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
