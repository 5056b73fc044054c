"""The factors of the gradients stand in the wrong order.

What happens: with square matrices every shape fits and the gradients are
wrong; with others numpy raises an error. Why it seems right: both are
transposed, as they should be, and for numbers the order makes no difference.
What to look at: for matrices it does. Write the shapes beside each other:
which order makes (n, k) of (n, m) and (m, k)?
"""

unit = "Tensor.__matmul__"


def __matmul__(self, other):
    out = Tensor(self.data @ other.data, (self, other), "@")

    def _backward():
        self.grad += other.data.T @ out.grad
        other.grad += out.grad @ self.data.T

    out._backward = _backward
    return out
