"""The summed axis is kept with the length 1.

What happens: the numbers are right, but results have an axis too many: a sum
of all has the shape (1, 1) instead of (). Why it seems right: with
`keepdims=True` the way back is easy: numpy stretches the gradient. What to
look at: the axis is to be gone from the result. Where in `_backward` can it
come back?
"""

unit = "Tensor.sum"


def sum(self, axis=None):
    out = Tensor(self.data.sum(axis=axis, keepdims=True), (self,), "sum")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
