"""Addition splits the gradient in halves.

What happens: each operand gets half of what arrives.
Why it seems right: one gradient comes in and two operands wait, so it looks
like something to be shared out.
What to look at: nudge `a` by 0.001 and hold `b` still: does `a + b` move by
0.001, or by half of it? A gradient is an answer to that question, and each
operand asks it on its own.
"""

unit = "Value.__add__"


def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += 0.5 * out.grad
        other.grad += 0.5 * out.grad

    out._backward = _backward
    return out
