"""The slope has the wrong sign.

What happens: the size of the gradient is right everywhere, and its sign is
wrong everywhere.
Why it seems right: a difference of two numbers is quickly written the other
way round.
What to look at: at 0, nudge `a` up by 0.001: does tanh go up or down? What
does your slope say there?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (t**2 - 1) * out.grad

    out._backward = _backward
    return out
