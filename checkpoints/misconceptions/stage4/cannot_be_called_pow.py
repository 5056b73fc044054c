"""The power's `_backward` cannot be called without arguments.

What happens: `out._backward()` ends in a TypeError. If its message says that
a 'NoneType' is not callable, the function was run at once, and what it
returned was stored: None. If a positional argument is missing, the function
waits for something that nobody will give it. Why it seems right: most of the
time a function's name is written with parentheses. What to look at: the line
that attaches the function, and the line with its `def`.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward()
    return out
