"""Each factor gets its own numbers as its slope.

What happens: `a * a` is right. In `a * b` the two slopes are exchanged. Why
it seems right: the line has the right form, and in the well-known square it
makes no difference. What to look at: by how much does `a * b` grow when a
grows by 1?
"""

unit = "Tensor.__mul__"


def __mul__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += unbroadcast(self.data * out.grad, self.data.shape)
        other.grad += unbroadcast(other.data * out.grad, other.data.shape)

    out._backward = _backward
    return out
