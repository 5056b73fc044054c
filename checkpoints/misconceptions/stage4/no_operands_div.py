"""The quotient forgets what it was made from.

What happens: the number is right, and one `_backward()` gives the right
shares. But `_prev` is empty, so a walk back through the graph ends here: in
`(a * b) / b` the product is passed over, and `a` gets nothing.
Why it seems right: a single `_backward()` never looks at `_prev`.
What to look at: `print(out._prev)`. What does `Value(…)` take besides the
number?
"""

unit = "Value.__truediv__"


def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data / other.data, "/")

    def _backward():
        self.grad += 1 / other.data * out.grad
        other.grad += -self.data / other.data**2 * out.grad

    out._backward = _backward
    return out
