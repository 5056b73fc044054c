"""Above 0, relu gives back the very node that it was given.

What happens: for a positive number no new node is made. The next one who
stores something in the result, a gradient for instance, stores it in a.
Why it seems right: the number does not change, so why make another one?
What to look at: a result has an operand and an operation. What are `_prev`
and `_op` of what you return, above 0?
"""

unit = "Value.relu"


def relu(self):
    if self.data > 0:
        return self
    out = Value(0.0, (self,), "relu")

    def _backward():
        self.grad += (out.data > 0) * out.grad

    out._backward = _backward
    return out
