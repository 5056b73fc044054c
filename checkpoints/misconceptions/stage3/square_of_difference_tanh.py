"""The square is taken of the whole difference.

What happens: first 1 - t, then the square of it. At -2 the slope comes out as
almost 4.
Why it seems right: it is 1 at 0 and goes to 0 on the right, and the formula
has the same parts.
What to look at: to which part of the formula does the square belong? Compare
your slopes at x = 2 and x = -2.
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t) ** 2 * out.grad

    out._backward = _backward
    return out
