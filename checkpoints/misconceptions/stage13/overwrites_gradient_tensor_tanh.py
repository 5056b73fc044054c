"""tanh overwrites the gradient that is already there.

What happens: a single tanh is right. What the operand got from elsewhere is
lost. Why it seems right: there is only one operand. What to look at: one
operand, but perhaps several uses: `=` or `+=`?
"""

unit = "Tensor.tanh"


def tanh(self):
    out = Tensor(np.tanh(self.data), (self,), "tanh")

    def _backward():
        self.grad = (1 - out.data**2) * out.grad

    out._backward = _backward
    return out
