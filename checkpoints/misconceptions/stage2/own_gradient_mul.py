"""The factors' own gradients are used where the result's belongs.

What happens: the local derivative is right, but it is multiplied by the
`grad` of the very factor that is to get something. That is 0 at first, and
stays 0.
Why it seems right: `grad` alone reads as "the gradient", and there are three
of them in this method.
What to look at: which of the three is known when `_backward` runs, and which
two are wanted?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * self.grad
        other.grad += self.data * other.grad

    out._backward = _backward
    return out
