"""Keeps the larger of the gradient that is there and the one that arrives."""

stage = "stage1"
unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad = max(self.grad, out.grad)
        other.grad = max(other.grad, out.grad)

    out._backward = _backward
    return out
