"""The gradient passes where relu is 0.

What happens: values are right. Negative elements get the upstream gradient,
too, though nudging them changes nothing. Why it seems right: where relu lets
a number through, the slope is 1. What to look at: and where it does not?
"""

unit = "Tensor.relu"


def relu(self):
    out = Tensor(np.maximum(self.data, 0.0), (self,), "relu")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
