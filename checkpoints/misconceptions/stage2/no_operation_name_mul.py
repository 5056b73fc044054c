"""The product does not say which operation made it.

What happens: numbers and gradients are right, but `_op` of the product is the
empty text, as in a leaf.
Why it seems right: no calculation ever reads `_op`. It is there for people: a
drawing of the graph, or a message about a node, has nothing else to tell a
sum from a product.
What to look at: what `Value(…)` takes after the number and the operands.
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other))

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out
