"""The gradient has the shape of the product, not of the factor.

What happens: for equal shapes all is right. A factor that was stretched ends
with a gradient of the shape of the result. Why it seems right: the other
factor times what arrives: that is the rule of multiplication. What to look
at: a stretched factor was used several times. What becomes of several
contributions to one number? See `unbroadcast`.
"""

unit = "Tensor.__mul__"


def __mul__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad = self.grad + other.data * out.grad
        other.grad = other.grad + self.data * out.grad

    out._backward = _backward
    return out
