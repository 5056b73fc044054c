"""The gradient is shared out among the elements.

What happens: values are right. Each element gets the gradient divided by the
number of elements, as if a mean had been taken. Why it seems right: the sum
belongs to all of them together. What to look at: nudge one element by 0.001:
by how much does the sum move? Stage 1 said it: addition copies the gradient.
"""

unit = "Tensor.sum"


def sum(self, axis=None):
    out = Tensor(self.data.sum(axis=axis), (self,), "sum")

    def _backward():
        self.grad += (out.grad if axis is None else np.expand_dims(out.grad, axis)) * out.data.size / self.data.size

    out._backward = _backward
    return out
