"""The sum hands on its number where its gradient belongs.

What happens: each operand gets the *value* of the sum added to its `grad`,
whatever `out.grad` is.
Why it seems right: `out.data` and `out.grad` differ in one word, and both are
numbers of `out`.
What to look at: set `out.grad = 10.0` and run `_backward`. By how much did
`a.grad` grow: by the 10, or by the sum?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.data
        other.grad += out.data

    out._backward = _backward
    return out
