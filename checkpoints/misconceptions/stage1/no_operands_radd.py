"""`3 + a` forgets what it was made from.

What happens: the number is right, and one `_backward()` gives the right
shares. But `_prev` is empty, so a walk back through the graph ends here: in
`2 + (a + b)` neither `a` nor `b` gets anything.
Why it seems right: a single `_backward()` never looks at `_prev`.
What to look at: `print(out._prev)`. What does `Value(…)` take besides the
number?
"""

unit = "Value.__radd__"


def __radd__(self, other):
    out = Value(self.data + other, "+")

    def _backward():
        self.grad += out.grad

    out._backward = _backward
    return out
