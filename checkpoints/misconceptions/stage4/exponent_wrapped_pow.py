"""The exponent is turned into a node of the graph.

What happens: the exponent is wrapped into a Value and stands in `_prev`, as
if it were an operand, but no gradient ever comes to it. And `a ** Value(3)`
is let through, where its gradient is silently lost.
Why it seems right: `__add__` and `__mul__` begin with this very step.
What to look at: there, `_backward` has a rule for both sides. For how many
sides is there one here?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    out = Value(self.data**exponent.data, (self, exponent), "**")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad

    out._backward = _backward
    return out
