"""The gradient that arrived is multiplied in place.

What happens: the operand gets the right gradient. The result's own gradient
has changed, and if its array is shared with another tensor, that one's as
well. Why it seems right: `share` looks like a variable of its own, and the
operand's gradient is right. What to look at: `share = out.grad` copies no
array, and `share *= …` changes the one array that both names mean. Which
expression makes a new one?
"""

unit = "Tensor.tanh"


def tanh(self):
    t = np.tanh(self.data)
    out = Tensor(t, (self,), "tanh")

    def _backward():
        share = out.grad
        share *= 1 - t**2
        self.grad += share

    out._backward = _backward
    return out
