"""exp overwrites the gradient that is already there.

What happens: a single exp is right. What the operand got from elsewhere is
lost. Why it seems right: there is only one operand. What to look at: one
operand, but perhaps several uses: `=` or `+=`?
"""

unit = "Tensor.exp"


def exp(self):
    out = Tensor(np.exp(self.data), (self,), "exp")

    def _backward():
        self.grad = out.data * out.grad

    out._backward = _backward
    return out
