"""Adding changes the left operand.

What happens: the result is right, but `a` itself now holds the sum. A node
that is used a second time now stands for another number, and derivatives
taken later use that one.
Why it seems right: the first result is correct, and the operand is rarely
looked at again.
What to look at: print `a.data` before and after the operation. On the left of
which `=` does it stand?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    self.data = self.data + other.data
    out = Value(self.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
