"""Part of the product's gradient flows back into the product.

What happens: after `_backward`, `out.grad` may no longer be what it was set
to, and `b` has not got its share. The gradient takes a step in the wrong
direction.
Why it seems right: the lines look alike, and a wrong name on the left raises
no error.
What to look at: read each line of `_backward` aloud as "this one gets …". Who
is to get something here, and who has it already?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        out.grad += self.data * other.grad

    out._backward = _backward
    return out
