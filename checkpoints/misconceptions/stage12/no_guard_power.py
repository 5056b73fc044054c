"""A base that is not positive is let through.

What happens: forward, a number comes out, or a complex one; backward,
`math.log` fails, somewhere in a pass, with two words.
Why it seems right: (-2)**3 is -8, so why refuse it?
What to look at: what does the gradient of the exponent need? Ask before you
compute, and say what you found.
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
