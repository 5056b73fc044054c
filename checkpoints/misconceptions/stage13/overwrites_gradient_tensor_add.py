"""Addition overwrites the gradients that are already there.

What happens: each operand has the gradient of its last use only, and in `a +
a` half of it. Why it seems right: in a graph that uses everything once, there
is nothing to overwrite. What to look at: stage 1's question once more: `=` or
`+=`?
"""

unit = "Tensor.__add__"


def __add__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad = unbroadcast(out.grad, self.data.shape)
        other.grad = unbroadcast(out.grad, other.data.shape)

    out._backward = _backward
    return out
