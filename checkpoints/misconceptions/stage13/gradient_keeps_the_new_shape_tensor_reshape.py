"""The gradient is not brought back into the old shape.

What happens: values are right. The gradient has the shape of the result,
which cannot be added to the operand's. Why it seems right: the numbers are
the same, only in another shape. What to look at: which shape must `self.grad`
have? And which has `out.grad`?
"""

unit = "Tensor.reshape"


def reshape(self, *shape):
    out = Tensor(self.data.reshape(shape), (self,), "reshape")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
