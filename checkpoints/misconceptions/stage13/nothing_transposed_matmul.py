"""The other factor is not transposed.

What happens: with square matrices every shape fits and the gradients are
wrong; with others numpy raises an error. Why it seems right: it is the rule
of multiplication: the other factor times what arrives. What to look at: write
the shapes beside each other: `out.grad` is (n, m), the gradient of a must be
(n, k), b is (k, m). Which product gives that?
"""

unit = "Tensor.__matmul__"


def __matmul__(self, other):
    out = Tensor(self.data @ other.data, (self, other), "@")

    def _backward():
        self.grad += out.grad @ other.data
        other.grad += self.data @ out.grad

    out._backward = _backward
    return out
