"""The operand's gradient becomes a view of the result's.

What happens: what the operand had before is lost, and from now on both
gradients are one array: what is added to one is added to the other. Why it
seems right: a reshape changes no number, so the gradient only has to be
handed over. What to look at: `=` or `+=`? And does numpy's `reshape` make a
copy?
"""

unit = "Tensor.reshape"


def reshape(self, *shape):
    out = Tensor(self.data.reshape(shape), (self,), "reshape")

    def _backward():
        self.grad = out.grad.reshape(self.data.shape)

    out._backward = _backward
    return out
