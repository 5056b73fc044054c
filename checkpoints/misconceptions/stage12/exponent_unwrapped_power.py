"""The exponent is taken out of the graph: a fresh Value stands for it.

What happens: the fresh one gets the gradient, and the one that was handed in
gets nothing.
Why it seems right: `Value(exponent)` is what is needed for a plain number,
and with `.data` it works for both.
What to look at: which object gets `exponent.grad`, and is it the one that the
caller holds?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = Value(exponent.data if isinstance(exponent, Value) else exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
