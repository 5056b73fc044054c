"""A Value as exponent is refused with another kind of error.

What happens: `a ** Value(3)` raises a ValueError, and the task names another
exception.
Why it seems right: a value that can't be used is what ValueError is made for,
in other places.
What to look at: what the docstring of `__pow__` promises to whoever wants to
catch the refusal.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    if not isinstance(exponent, (int, float)):
        raise ValueError("the exponent must be an int or a float")
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
