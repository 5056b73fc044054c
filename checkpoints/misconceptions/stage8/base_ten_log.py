"""It is the logarithm to base 10.

What happens: at 10 the result is 1. The natural logarithm of 10 is 2.303, and
only for that one the slope is 1 / x.
Why it seems right: on many calculators `log` is that one, and `ln` the
natural one.
What to look at: does a.exp().log() give a back?
"""

unit = "Value.log"


def log(self):
    if not self.data > 0:
        raise ValueError(f"log needs a number above 0, and got {self.data}")
    out = Value(math.log10(self.data), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
