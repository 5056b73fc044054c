"""No gradient leaves the product: its `_backward` does nothing to the factors.

What happens: the product has the right number, `_backward()` runs without
complaint, and both factors' `grad` stays as it was.
Why it seems right: Python lets you set any attribute, `out._backword` too,
and every node has a `_backward` from `__init__` that does nothing, so nobody
misses yours.
What to look at: which object the function is attached to, how the name is
spelt, how far that line is indented; and in the function, whether `out.grad`
is read in time and the operands' own `grad` is changed, not a copy.
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self_grad = self.grad
        other_grad = other.grad
        self_grad += other.data * out.grad
        other_grad += self.data * out.grad

    out._backward = _backward
    return out
