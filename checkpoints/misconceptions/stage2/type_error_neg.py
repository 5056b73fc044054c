"""Negation raises a TypeError each time.

What happens: `-a` does not get as far as a result. If the message says that a
'Value' is not iterable, the operand was handed to `Value(…)` in parentheses,
which do not make a tuple by themselves.
Why it seems right: with two operands the same parentheses do hold a tuple.
What to look at: `print(type((3)))`, and compare it with how Python prints a
tuple of one.
"""

unit = "Value.__neg__"


def __neg__(self):
    out = Value(-self.data, (self), "neg")

    def _backward():
        self.grad += -out.grad

    out._backward = _backward
    return out
