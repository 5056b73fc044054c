"""What arrives is summed before it is multiplied.

What happens: for equal shapes all is right. For a stretched factor the
gradients are added up first, and only then multiplied by the other factor:
each share had one of its own. Why it seems right: every shape fits in the
end. What to look at: write down one element of the factor: each of its uses
has another partner. Does the product of sums give the sum of products?
"""

unit = "Tensor.__mul__"


def __mul__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad = self.grad + unbroadcast(other.data * unbroadcast(out.grad, self.data.shape), self.data.shape)
        other.grad = other.grad + unbroadcast(self.data * unbroadcast(out.grad, other.data.shape), other.data.shape)

    out._backward = _backward
    return out
