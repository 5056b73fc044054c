"""The slope lacks the square.

What happens: the slope is 1 - t. For positive x that looks reasonable; at -2
it comes out as almost 2, twice the steepest that tanh ever is.
Why it seems right: it is 1 at 0 and goes to 0 on the right, as it should.
What to look at: compare x = 2 and x = -2. tanh is as steep on one side as on
the other; is your slope?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t) * out.grad

    out._backward = _backward
    return out
