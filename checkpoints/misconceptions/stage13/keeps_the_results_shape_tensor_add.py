"""The gradient has the shape of the result, not of the operand.

What happens: for equal shapes all is right. A bias of shape (3,), added to a
batch of shape (2, 3), ends with a gradient of shape (2, 3): one for each row.
The update then stretches the bias itself to that shape. Why it seems right:
the sum hands the gradient on as it is; that is the rule of addition. What to
look at: the bias was used once for each row. What becomes of several
contributions to one number? See `unbroadcast`.
"""

unit = "Tensor.__add__"


def __add__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad = self.grad + out.grad
        other.grad = other.grad + out.grad

    out._backward = _backward
    return out
