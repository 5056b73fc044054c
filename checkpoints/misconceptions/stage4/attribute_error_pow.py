"""Every power ends in an AttributeError.

What happens: `a ** 2` does not get as far as a result, and Python's message
says what was asked for in vain. If an 'int' has no attribute 'data', the
plain exponent was treated like a node.
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
