"""Both factors are given the right factor's number as derivative.

What happens: the left factor's gradient is right, and the right factor gets a
derivative that is its own number.
Why it seems right: two lines that look alike are often written by copying the
first one, and here only the left side of the copy was changed.
What to look at: hold `a` still and nudge `b` by 0.001. By how much does the
product move, and which number is that?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += other.data * out.grad

    out._backward = _backward
    return out
