"""The message does not show the number that is refused.

What happens: it is refused, with words, and the number is not among them.
Why it seems right: that it must be positive is all there is to say.
What to look at: -1e-17 and -300 are two different faults. Put the number into
the message: f"… {…}".
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if self.data <= 0:
        raise ValueError("the base must be positive")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
