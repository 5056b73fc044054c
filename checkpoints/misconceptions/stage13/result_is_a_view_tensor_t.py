"""The result is a view of its operand.

What happens: values and gradients are right. But operand and result share one
array: whoever updates one of them in place changes the other, too. Why it
seems right: it is quicker, and numpy does it that way. What to look at:
numpy's `.T` copies nothing. `Tensor(…)` makes a copy: let it.
"""

unit = "Tensor.T"


@property
def T(self):
    out = Tensor(0.0, (self,), "T")
    out.data = self.data.T
    out.grad = np.zeros(out.data.shape)

    def _backward():
        self.grad += out.grad.T

    out._backward = _backward
    return out
