"""What is stored as the sum's `_backward` is no function.

What happens: `out._backward()` ends in a TypeError: a 'NoneType' is not
callable. Most likely the inner function was run while the result was being
built, and what it returned was stored: None. Or nothing was stored, and your
nodes begin with None.
Why it seems right: most of the time a function's name is written with
parentheses, and nothing fails at first.
What to look at: the line that attaches. With `f = print` and `f = print()`,
what is `f`?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward()
    return out
