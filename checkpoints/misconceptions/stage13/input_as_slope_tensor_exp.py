"""The input is used as the slope of exp.

What happens: values are right; slopes are those of another function. Why it
seems right: for the product the slope is a number that went in. What to look
at: exp is its own derivative. Which of the two, input or result, is exp?
"""

unit = "Tensor.exp"


def exp(self):
    out = Tensor(np.exp(self.data), (self,), "exp")

    def _backward():
        self.grad += self.data * out.grad

    out._backward = _backward
    return out
