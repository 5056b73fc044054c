"""`a * b` computes the sum.

What happens: the number of `a * b` is that of `a + b`; the rest of the method
multiplies.
Why it seems right: copied from `__add__`, everything else was changed with
care, and 2 and 2 give 4 either way.
What to look at: the line that makes `out`, with a = 2 and b = 5.
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
