"""The power does not say which operation made it.

What happens: numbers and gradients are right, but `_op` of the power is the
empty text, as in a leaf.
Why it seems right: no calculation ever reads `_op`. It is there for people: a
drawing of the graph, or a message about a node, has nothing else to tell a
sum from a product.
What to look at: what `Value(…)` takes after the number and the operands.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,))

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
