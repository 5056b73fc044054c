"""Both factors are given the left factor's number as derivative.

What happens: the right factor's gradient is right, and the left factor gets a
derivative that is its own number.
Why it seems right: two lines that look alike are often written by copying one
of them, and here only one side of the copy was changed.
What to look at: hold `b` still and nudge `a` by 0.001. By how much does the
product move, and which number is that?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += self.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
