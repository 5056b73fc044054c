"""A power overwrites the gradient that is already there.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. In `a**2 * a + a**2` some of the uses of `a` are lost.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `a.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad = exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
