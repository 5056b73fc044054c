"""The axis that was summed does not come back.

What happens: the sum of all is right, and the sum along the first axis. Along
another axis of a square, numpy stretches the gradients the wrong way: rows
get what belongs to columns. Other shapes raise an error. Why it seems right:
numpy stretches what is too small, so one line seems to do for all cases. What
to look at: numpy puts a missing axis in front. Was it the first one that was
summed? See `np.expand_dims`.
"""

unit = "Tensor.sum"


def sum(self, axis=None):
    out = Tensor(self.data.sum(axis=axis), (self,), "sum")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
