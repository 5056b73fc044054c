"""The sum is added into the first operand.

What happens: the result is right, and the first operand has become the result
as well. Why it seems right: `+=` on an array looks like `+=` on a number,
which makes a new one. What to look at: `total = self.data` is a second name
for the same array, and `total += …` changes that array. Which expression
makes a new one?
"""

unit = "Tensor.__add__"


def __add__(self, other):
    other = as_tensor(other)
    total = self.data
    if total.shape == np.broadcast_shapes(total.shape, other.data.shape):
        total += other.data
    else:
        total = total + other.data
    out = Tensor(total, (self, other), "+")

    def _backward():
        self.grad += unbroadcast(out.grad, self.data.shape)
        other.grad += unbroadcast(out.grad, other.data.shape)

    out._backward = _backward
    return out
