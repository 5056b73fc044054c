"""Division uses the rule of multiplication.

What happens: the quotient is right, and both gradients are those of `a * b`.
Why it seems right: `__truediv__` was copied from `__mul__`, and the sign was
changed where the number is computed. The rule in `_backward` looks as if it
had nothing to do with it.
What to look at: a = 8, b = 4: nudge `a` by 0.001. Does `a / b` move by 0.004,
or by less?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, (self, other), "/")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
