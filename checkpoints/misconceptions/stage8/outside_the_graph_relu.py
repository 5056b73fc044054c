"""Below 0, relu gives a fresh 0 that has no operand.

What happens: the 0 is a leaf: it remembers neither a nor the operation.
Why it seems right: no gradient comes through there anyhow.
What to look at: the graph is also read by others: who counts, sorts or draws
it will not find what is above this 0. What are its `_prev` and `_op`?
"""

unit = "Value.relu"


def relu(self):
    if self.data <= 0:
        return Value(0.0)
    out = Value(self.data, (self,), "relu")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
