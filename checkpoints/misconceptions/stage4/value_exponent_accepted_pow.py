"""A Value as exponent is let through.

What happens: `a ** Value(3)` is computed with the exponent's number. The
result looks right, and the exponent's gradient is silently lost.
Why it seems right: being generous about what is accepted is a virtue
elsewhere.
What to look at: somebody trains that exponent. What would they see, and when
would they notice?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    if isinstance(exponent, Value):
        exponent = exponent.data
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
