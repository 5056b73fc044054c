"""The product itself is used as derivative.

What happens: both factors get the *result* times what arrives: with 2 and 4
that is 8 on both sides.
Why it seems right: the result is at hand, and for some functions, tanh for
one, it does help. Or one line was meant for `other.data` and says `out.data`.
What to look at: take a = 2 and b = 4 and nudge `a` by 0.001. Does the product
move by 0.008?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += out.data * out.grad
        other.grad += out.data * out.grad

    out._backward = _backward
    return out
