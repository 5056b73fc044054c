"""A number below 0 comes out with its sign turned, not as 0.

What happens: -2 becomes 2. That is the absolute value.
Why it seems right: both make everything positive.
What to look at: what should come out for -2? Try a.relu() for -2, 0.5 and 3.
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else -self.data, (self,), "relu")

    def _backward():
        self.grad += (out.data > 0) * out.grad

    out._backward = _backward
    return out
