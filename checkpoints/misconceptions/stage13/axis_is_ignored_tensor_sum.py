"""The axis is never used.

What happens: `a.sum()` is right, and so is everything that sums along an
axis: as if it were the sum of all. Why it seems right: a loss is always the
sum of all. What to look at: which of the parameters does your code never use?
"""

unit = "Tensor.sum"


def sum(self, axis=None):
    out = Tensor(self.data.sum(), (self,), "sum")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
