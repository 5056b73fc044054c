"""The gradient is not transposed back.

What happens: values are right. Of a square, row and column of the gradient
are exchanged; other shapes raise an error. Why it seems right: transposing
computes nothing. What to look at: the element that went from place (0, 1) to
(1, 0): where does its gradient come from, and where must it go?
"""

unit = "Tensor.T"


@property
def T(self):
    out = Tensor(self.data.T, (self,), "T")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
