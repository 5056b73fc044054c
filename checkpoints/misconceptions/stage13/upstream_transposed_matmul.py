"""The gradient that arrives is transposed instead of the factor.

What happens: with square matrices every shape fits and the gradients are
wrong; with others numpy raises an error or they end with exchanged axes. Why
it seems right: one of the two has to be transposed. What to look at: one of
the two, but which? `out.grad` is (n, m), b is (k, m), the gradient of a must
be (n, k).
"""

unit = "Tensor.__matmul__"


def __matmul__(self, other):
    out = Tensor(self.data @ other.data, (self, other), "@")

    def _backward():
        self.grad += out.grad.T @ other.data
        other.grad += self.data @ out.grad.T

    out._backward = _backward
    return out
