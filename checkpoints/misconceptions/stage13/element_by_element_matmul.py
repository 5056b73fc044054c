"""Matrices are multiplied element by element.

What happens: squares give the wrong numbers, other shapes an error: `*` is
not the matrix product. Why it seems right: `*` multiplies. What to look at:
numpy has two products. Which sign stands for rows times columns?
"""

unit = "Tensor.__matmul__"


def __matmul__(self, other):
    out = Tensor(self.data * other.data, (self, other), "@")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
