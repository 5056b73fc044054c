"""The matrix product overwrites the gradients that are already there.

What happens: a single product is right. What an operand got from elsewhere is
lost, and in `a @ a` half of it. Why it seems right: in a network each weight
matrix is used once. What to look at: stage 1's question once more: `=` or
`+=`?
"""

unit = "Tensor.__matmul__"


def __matmul__(self, other):
    out = Tensor(self.data @ other.data, (self, other), "@")

    def _backward():
        self.grad = out.grad @ other.data.T
        other.grad = self.data.T @ out.grad

    out._backward = _backward
    return out
