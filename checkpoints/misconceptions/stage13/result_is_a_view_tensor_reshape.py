"""The result is a view of its operand.

What happens: values and gradients are right. But operand and result share one
array: whoever updates one of them in place changes the other, too, long after
it was computed. Why it seems right: it is quicker, and numpy does it that
way. What to look at: numpy's `reshape` copies nothing where it need not.
`Tensor(…)` makes a copy: let it.
"""

unit = "Tensor.reshape"


def reshape(self, *shape):
    out = Tensor(0.0, (self,), "reshape")
    out.data = self.data.reshape(shape)
    out.grad = np.zeros(out.data.shape)

    def _backward():
        self.grad += out.grad.reshape(self.data.shape)

    out._backward = _backward
    return out
