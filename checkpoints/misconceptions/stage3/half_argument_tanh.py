"""The exponentials take x where the formula has 2x.

What happens: the result is right at 0 and far out, and too small between:
what is computed is the tanh of x/2.
Why it seems right: it is a squash from -1 to 1, and its curve looks as it
should.
What to look at: put x = 1 into your formula by hand, and compare with 0.7616.
Which exponents does the formula have?
"""

unit = "Value.tanh"


def tanh(self):
    e = math.exp(self.data)
    t = (e - 1) / (e + 1)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
