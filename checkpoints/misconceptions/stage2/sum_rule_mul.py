"""Multiplication uses the rule of addition.

What happens: both factors get what arrives, unchanged, as if the product
moved exactly as far as they do.
Why it seems right: `__mul__` is quickly copied from `__add__`, and forward
only a sign has to change.
What to look at: take a = 2 and b = 4 and nudge `a` by 0.001. How far does `a
* b` move, and how far would `a + b`?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
