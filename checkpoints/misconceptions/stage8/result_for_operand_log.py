"""The gradient is divided by the result instead of the operand.

What happens: the slope of log is 1 / x. Here it comes out as 1 / ln x.
Why it seems right: for tanh and exp it is the result that the slope is made
of.
What to look at: at x = 4, ln x is 1.386. From 4 to 4.001, by how much does ln
move: by 0.00025 or 0.00072?
"""

unit = "Value.log"


def log(self):
    if not self.data > 0:
        raise ValueError(f"log needs a number above 0, and got {self.data}")
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad += out.grad / out.data

    out._backward = _backward
    return out
