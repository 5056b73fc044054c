"""Calling the `_backward()` of tanh ends in a TypeError.

What happens: the number is right, and `out._backward()` ends in a TypeError.
If its message says that an argument is missing, the inner function asks for
one, and whoever calls it gives it none. Otherwise something in its lines is
not a number, or not a function.
Why it seems right: a function that works with a gradient seems to need one
handed in.
What to look at: the inner function knows all names around it. Which of them
holds the gradient that arrives?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward(grad):
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
