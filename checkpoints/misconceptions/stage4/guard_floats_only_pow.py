"""The guard lets floats through, and refuses ints.

What happens: `a ** 0.5` works, and `a ** 2` is refused: for `isinstance` an
int is no float.
Why it seems right: in mathematics every whole number is a real number, too.
What to look at: `isinstance(2, float)` in Python. Which types should your
condition name?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, float), "the exponent must be a number"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
