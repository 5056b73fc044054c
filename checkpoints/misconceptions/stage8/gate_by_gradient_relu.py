"""The sign of the gradient decides what comes through, not the sign of the number.

What happens: gradients above 0 come through and those below 0 are stopped,
whatever the number was.
Why it seems right: relu keeps what is positive, and backward it is the
gradient that passes by.
What to look at: what is compared with 0 in your closure? Which cases did the
forward step tell apart, and by what?
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward():
        self.grad += (out.grad > 0) * out.grad

    out._backward = _backward
    return out
