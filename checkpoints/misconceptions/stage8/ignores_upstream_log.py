"""log hands on its own slope, whatever arrives.

What happens: out.grad is missing: 1 / x is handed on alone. Where log comes
last, out.grad is 1 and nothing shows.
Why it seems right: 1 / x is the derivative of log, and that is what was asked
for.
What to look at: the chain rule multiplies two numbers. Where is the second
one in your line?
"""

unit = "Value.log"


def log(self):
    if not self.data > 0:
        raise ValueError(f"log needs a number above 0, and got {self.data}")
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad += 1 / self.data

    out._backward = _backward
    return out
