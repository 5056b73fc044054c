"""The result of tanh forgets what it was made from.

What happens: the number is right, and one `_backward()` gives the right
shares. But `_prev` is empty, so a walk back through the graph ends here: in
`(w * x + b).tanh()` the gradient stops at the sum, and w, x and b keep 0.
Why it seems right: a single `_backward()` never looks at `_prev`.
What to look at: `print(out._prev)`. What does `Value(…)` take besides the
number?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t)

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
