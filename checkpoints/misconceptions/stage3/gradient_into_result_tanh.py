"""The gradient flows from the operand back into the result.

What happens: `_backward` changes `out.grad`, and the operand gets nothing.
Why it seems right: the line has all its parts, and a wrong name on the left
raises no error. While `a.grad` is 0, nothing seems to change at all.
What to look at: read the line aloud as "this one gets …". Who has a gradient
already, and who waits for one?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        out.grad += (1 - t**2) * self.grad

    out._backward = _backward
    return out
