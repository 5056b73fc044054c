"""No gradient leaves the power: its `_backward` does nothing to the base.

What happens: the power has the right number, `_backward()` runs without
complaint, and `a.grad` stays as it was.
Why it seems right: Python lets you set any attribute, `out._backword` too,
and every node has a `_backward` from `__init__` that does nothing, so nobody
misses yours.
What to look at: which object the function is attached to, how the name is
spelt, how far that line is indented; and in the function, whether `out.grad`
is read in time and the operands' own `grad` is changed, not a copy.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self_grad = self.grad
        self_grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
