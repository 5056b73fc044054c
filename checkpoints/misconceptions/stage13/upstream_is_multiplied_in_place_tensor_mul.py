"""The gradient that arrived is multiplied in place.

What happens: the first factor gets its gradient right. The second one works
with what the first has made of `out.grad`. Why it seems right: `share` looks
like a variable of its own. What to look at: `share = out.grad` copies no
array, and `share *= …` changes the one array that both names mean. Which
expression makes a new one?
"""

unit = "Tensor.__mul__"


def __mul__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data * other.data, (self, other), "*")

    def _backward():
        share = out.grad
        share *= other.data
        self.grad += unbroadcast(share, self.data.shape)
        other.grad += unbroadcast(self.data * out.grad, other.data.shape)

    out._backward = _backward
    return out
