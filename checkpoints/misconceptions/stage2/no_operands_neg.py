"""`-a` forgets what it was made from.

What happens: the number is right, and one `_backward()` gives the right
shares. But `_prev` does not hold `a`, so a walk back through the graph ends
here: in `-(a * b)` neither `a` nor `b` gets anything.
Why it seems right: a single `_backward()` never looks at `_prev`.
What to look at: `print(out._prev)`. What does `Value(…)` take besides the
number, and in which order?
"""

unit = "Value.__neg__"


def __neg__(self):
    out = Value(-self.data, "neg")

    def _backward():
        self.grad += -out.grad

    out._backward = _backward
    return out
