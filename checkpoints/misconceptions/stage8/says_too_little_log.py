"""The message of log does not show the number.

What happens: it is refused, with words of your own, and the number itself is
not among them.
Why it seems right: that it must be positive is all there is to say.
What to look at: -1e-17 and -300 are two different faults in somebody's
program. Put the number into the message: f"… {…}".
"""

unit = "Value.log"


def log(self):
    if self.data <= 0:
        raise ValueError("log is for positive numbers only")
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
