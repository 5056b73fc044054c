"""Calling the product's `_backward()` ends in a TypeError.

What happens: the number is right, and `out._backward()` ends in a TypeError.
If its message says that an argument is missing, the inner function asks for
one, and whoever calls it gives it none. Otherwise something in its lines is
not a number, or not a function.
Why it seems right: a function that works with a gradient seems to need one
handed in.
What to look at: the inner function knows all names around it. Which of them
holds the gradient that arrives?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward(grad):
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
