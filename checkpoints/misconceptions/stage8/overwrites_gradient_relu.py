"""relu replaces the gradient of its operand instead of adding to it.

What happens: what a had from another use is gone when this `_backward` runs.
Why it seems right: there is one operand, and with a single use nothing is
there to be lost.
What to look at: `=` or `+=`? In relu(a) * a + relu(a), how many contributions
come to a?
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward():
        self.grad = (out.data > 0) * out.grad

    out._backward = _backward
    return out
