"""The power forgets what it was made from.

What happens: the number is right, and one `_backward()` gives the right
shares. But `_prev` is empty, so a walk back through the graph ends here: in
`(a * b) ** 2` the gradient stops at the product, and a and b keep 0.
Why it seems right: a single `_backward()` never looks at `_prev`.
What to look at: `print(out._prev)`. What does `Value(…)` take besides the
number?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent)

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
