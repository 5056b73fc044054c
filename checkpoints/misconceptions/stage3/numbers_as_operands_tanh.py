"""`_prev` of the result holds something that is no Value.

What happens: where the operand should be, `_prev` has a plain number or text.
It has no `_prev` and no `_backward`, so a walk through the graph stumbles
over it.
Why it seems right: `Value(…)` takes whatever it is given, and the number is
the operand's.
What to look at: `print(out._prev)`, and the order in which `__init__` takes
its arguments.
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self.data,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
