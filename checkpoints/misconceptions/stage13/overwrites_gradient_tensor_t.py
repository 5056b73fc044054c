"""Transposing overwrites the gradient that is already there.

What happens: what the operand got from elsewhere is lost. And since `.T` is a
view, both gradients are one array from then on. Why it seems right:
transposing computes nothing, so the gradient only has to be handed over. What
to look at: `=` or `+=`?
"""

unit = "Tensor.T"


@property
def T(self):
    out = Tensor(self.data.T, (self,), "T")

    def _backward():
        self.grad = out.grad.T

    out._backward = _backward
    return out
