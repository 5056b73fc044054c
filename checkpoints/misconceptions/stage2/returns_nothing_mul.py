"""Multiplication builds the product and doesn't hand it over.

What happens: `a * b` is None. The method does its work and then ends without
handing the result to anybody, and the error appears later, where the None is
used.
Why it seems right: nothing fails inside the method, and Python gives None
without a word.
What to look at: the last line of the method. What does the caller get to see?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
