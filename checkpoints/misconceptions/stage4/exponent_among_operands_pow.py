"""The plain exponent stands among the operands.

What happens: `_prev` holds the base and a plain number. A walk through the
graph stumbles over the number, which has no `_prev` and no `_backward`.
Why it seems right: in `a * b` both sides belong there, and `a ** 3` has two
sides as well.
What to look at: who gets a gradient here? A setting of the operation is no
operand.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self, exponent), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
