"""`_prev` of the sum holds something that is no Value.

What happens: where the operands should be, `_prev` has plain numbers or text.
They have no `_prev` and no `_backward`, so a walk through the graph stumbles
over them.
Why it seems right: `Value(…)` takes whatever it is given, and the numbers are
the operands' numbers.
What to look at: `print(out._prev)`, and the order in which `__init__` takes
its arguments.
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self.data, other.data), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
