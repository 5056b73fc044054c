"""It is 2 to the power of self, not e.

What happens: at 1 the result is 2. It should be 2.718.
Why it seems right: both grow by doubling, and computers like 2.
What to look at: what is a.exp() for a = 1? Which number is it that is its own
slope?
"""

unit = "Value.exp"


def exp(self):
    out = Value(2.0**self.data, (self,), "exp")

    def _backward():
        self.grad += out.data * out.grad

    out._backward = _backward
    return out
