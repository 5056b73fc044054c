"""A Value on the right is wrapped into a Value once more.

What happens: `other` is always wrapped, so in `a + b` the new wrapper's
`data` is not a number but the Value `b`. The result's `data` is a Value then,
and `b` itself stands outside the graph.
Why it seems right: `a + 3` needs exactly this step, and works.
What to look at: `print(out.data)` after `a + b`. In which of the two cases is
there something to wrap?
"""

unit = "Value.__add__"


def __add__(self, other):
    other = Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out
