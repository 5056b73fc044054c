"""The slope is that of the sigmoid.

What happens: `a` gets t * (1 - t) times what arrives. At 0, where tanh is
steepest, that is 0, and for negative x it is negative.
Why it seems right: the sigmoid is squashed alike, its slope is made of its
result as well, and it is the example in the hints.
What to look at: at x = 0, nudge `a` by 0.001. How far does tanh move?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += t * (1 - t) * out.grad

    out._backward = _backward
    return out
