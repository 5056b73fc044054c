"""The gradient of the result does not fit the operand.

What happens: for equal shapes all is right. Where an operand was stretched,
numpy raises an error in `+=`: the gradient that arrives has more elements
than the operand. Why it seems right: the sum hands the gradient on as it is;
that is the rule of addition. What to look at: a stretched operand was used
several times. Its shares have to be added up before they fit: see
`unbroadcast`.
"""

unit = "Tensor.__add__"


def __add__(self, other):
    other = as_tensor(other)
    out = Tensor(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
