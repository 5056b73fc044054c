"""The gradient is multiplied by the number, not divided by it.

What happens: values are right; slopes grow where they should fall. Why it
seems right: for so many rules a factor is what is needed. What to look at:
far out the logarithm hardly moves any more. Is x that small there, or 1/x?
"""

unit = "Tensor.log"


def log(self):
    out = Tensor(np.log(self.data), (self,), "log")

    def _backward():
        self.grad += self.data * out.grad

    out._backward = _backward
    return out
