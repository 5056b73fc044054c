"""tanh raises a TypeError each time.

What happens: no call gets as far as a result, and Python's message says where
it stopped. If a real number is wanted, `math` was given the Value itself. If
a 'Value' is not iterable, the operand was handed on in parentheses, which do
not make a tuple by themselves.
Why it seems right: a Value feels like a number; and with two operands the
same parentheses do hold a tuple.
What to look at: what `math.tanh` is given; and `print(type((3)))`.
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
