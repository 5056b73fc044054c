"""A plain exponent has no `.data`.

What happens: a.power(3) ends in an AttributeError; with a Value it works.
Why it seems right: the exponent is a Value here, says the title.
What to look at: what does `__add__` do in its first line?
"""

unit = "Value.power"


def power(self, exponent):
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
