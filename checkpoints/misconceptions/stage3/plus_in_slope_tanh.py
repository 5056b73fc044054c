"""The slope grows where tanh flattens.

What happens: the slope is 1 at 0 and goes to 2 far out, instead of to 0.
Why it seems right: the formula has a 1 and a square, and only the sign
between them is different. (That is the formula of another function, tan.)
What to look at: at x = 20 the result no longer moves. What is your slope
there?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 + t**2) * out.grad

    out._backward = _backward
    return out
