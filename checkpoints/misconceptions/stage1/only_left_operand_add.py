"""The sum remembers only its left operand.

What happens: `_prev` holds `a` and not `b`. One `_backward()` still reaches
both, but a walk through the graph never comes past `b`: if `b` is itself a
result, nothing behind it gets a gradient.
Why it seems right: with leaves on both sides nothing is missing.
What to look at: `print(out._prev)` for `a + b`. Who was needed to make this
sum?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self,), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
