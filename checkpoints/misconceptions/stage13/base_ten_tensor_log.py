"""The logarithm has the base 10.

What happens: values are smaller than they should be, by the factor ln 10 =
2.303. Why it seems right: on a calculator, log means that. What to look at:
numpy has `log`, `log2` and `log10`. Which one is the natural one?
"""

unit = "Tensor.log"


def log(self):
    out = Tensor(np.log10(self.data), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
