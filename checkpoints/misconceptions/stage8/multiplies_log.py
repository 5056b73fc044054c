"""The gradient is multiplied by x instead of divided by it.

What happens: the larger a is, the more gradient it gets. log flattens, so it
should be the other way round.
Why it seems right: in `__mul__` the number is a factor, and here it is a
number, too.
What to look at: is the curve of log steeper at 0.1 or at 10? What does your
slope say at both?
"""

unit = "Value.log"


def log(self):
    if not self.data > 0:
        raise ValueError(f"log needs a number above 0, and got {self.data}")
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad += self.data * out.grad

    out._backward = _backward
    return out
