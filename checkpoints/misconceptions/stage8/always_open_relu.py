"""The gradient comes through relu below 0 as well.

What happens: forward, a number below 0 becomes 0; backward, it gets the whole
gradient all the same, as if relu had left it alone.
Why it seems right: for the numbers above 0, which one tries first, it is
right.
What to look at: nudge a number below 0. Does the result of relu move? So how
much of the gradient can be its?
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
