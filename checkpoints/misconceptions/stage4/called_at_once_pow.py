"""What is stored as the power's `_backward` is no function.

What happens: `out._backward()` ends in a TypeError: a 'NoneType' is not
callable. Most likely the inner function was run while the result was being
built, and what it returned was stored: None. Or nothing was stored, and your
nodes begin with None.
Why it seems right: most of the time a function's name is written with
parentheses, and nothing fails at first.
What to look at: the line that attaches. With `f = print` and `f = print()`,
what is `f`?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward()
    return out
