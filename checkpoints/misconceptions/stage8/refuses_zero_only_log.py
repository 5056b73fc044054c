"""log refuses 0, but takes negative numbers by their absolute value.

What happens: log of -3 is that of 3, and its gradient points the wrong way.
Why it seems right: the only thing that seems to break is 1 / 0.
What to look at: to which power would you raise e to get -3?
"""

unit = "Value.log"


def log(self):
    if self.data == 0:
        raise ValueError(f"log needs a number above 0, and got {self.data}")
    out = Value(math.log(abs(self.data)), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
