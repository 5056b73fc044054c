"""log replaces the gradient of its operand instead of adding to it.

What happens: what a had from another use is gone when this `_backward` runs.
Why it seems right: there is one operand, and with a single use nothing is
there to be lost.
What to look at: `=` or `+=`? In log(a) * a + log(a), how many contributions
come to a?
"""

unit = "Value.log"


def log(self):
    if not self.data > 0:
        raise ValueError(f"log needs a number above 0, and got {self.data}")
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad = out.grad / self.data

    out._backward = _backward
    return out
