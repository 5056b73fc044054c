"""The power overwrites the gradient that is already there.

What happens: a single power is right. What the operand got from elsewhere is
lost. Why it seems right: there is only one operand. What to look at: one
operand, but perhaps several uses: `=` or `+=`?
"""

unit = "Tensor.__pow__"


def __pow__(self, exponent):
    out = Tensor(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad = exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
