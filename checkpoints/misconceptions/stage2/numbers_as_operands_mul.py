"""`_prev` of the product holds something that is no Value.

What happens: where the operands should be, `_prev` has plain numbers or text.
They have no `_prev` and no `_backward`, so a walk through the graph stumbles
over them.
Why it seems right: `Value(…)` takes whatever it is given, and the numbers are
the factors' numbers.
What to look at: `print(out._prev)`, and the order in which `__init__` takes
its arguments.
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self.data, other.data), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
