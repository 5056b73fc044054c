"""Multiplication adds what arrives, where the chain rule multiplies.

What happens: local derivative and `out.grad` are joined by a plus: with a
factor of 4 and 10 arriving, 14 are handed on.
Why it seems right: gradients do get added in `_backward`, but what is added
up are whole contributions.
What to look at: if `out` moves by 4 per unit of `a`, and the final result by
10 per unit of `out`, by how much does the final result move per unit of `a`?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data + out.grad
        other.grad += self.data + out.grad

    out._backward = _backward
    return out
