"""The slope of tanh is computed from the input.

What happens: values are right; slopes are nearly right close to 0, and wrong
beyond. Why it seems right: 1 - x² looks like the rule. What to look at: what
does the t in 1 - t² stand for?
"""

unit = "Tensor.tanh"


def tanh(self):
    out = Tensor(np.tanh(self.data), (self,), "tanh")

    def _backward():
        self.grad += (1 - self.data**2) * out.grad

    out._backward = _backward
    return out
