"""Calling the power's `_backward()` ends in a TypeError.

What happens: the number is right, and `out._backward()` ends in a TypeError.
If its message says that an argument is missing, the inner function asks for
one, and whoever calls it gives it none. Otherwise something in its lines is
not a number, or not a function.
Why it seems right: a function that works with a gradient seems to need one
handed in.
What to look at: the inner function knows all names around it. Which of them
holds the gradient that arrives?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward(grad):
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
