"""Gives the right side half of its gradient."""

stage = "stage2"
unit = "Value.__sub__"


def __sub__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad -= out.grad / 2

    out._backward = _backward
    return out
