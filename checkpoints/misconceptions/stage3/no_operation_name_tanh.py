"""The result of tanh does not say which operation made it.

What happens: numbers and gradients are right, but `_op` of the result is the
empty text, as in a leaf.
Why it seems right: no calculation ever reads `_op`. It is there for people: a
drawing of the graph, or a message about a node, has nothing else to tell a
sum from a product.
What to look at: what `Value(…)` takes after the number and the operands.
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,))

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
