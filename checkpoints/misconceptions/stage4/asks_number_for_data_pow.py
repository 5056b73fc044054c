"""A plain exponent is asked for its `.data`.

What happens: `a ** 2` ends in an AttributeError: an int or a float has no
`.data`.
Why it seems right: in `__add__` and `__mul__` the other side is a Value by
the time it is used.
What to look at: what is the exponent in `a ** 2`, and has anything been made
of it before that line?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    out = Value(self.data**exponent.data, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad

    out._backward = _backward
    return out
