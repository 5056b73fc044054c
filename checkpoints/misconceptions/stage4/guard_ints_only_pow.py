"""The guard lets ints through, and refuses floats.

What happens: `a ** 2` works, and `a ** 0.5` is refused.
Why it seems right: most exponents that come to mind are whole numbers, and so
are those in the school rule's examples.
What to look at: which types does your condition name? Nothing in the power
rule asks for a whole number.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, int), "the exponent must be a number"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
