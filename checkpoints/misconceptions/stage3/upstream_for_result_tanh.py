"""The slope is computed from `out.grad`, and not from the result.

What happens: what arrives is squared where the result should be. For
`out.grad` 1 the slope is 0 everywhere.
Why it seems right: `out.data` and `out.grad` differ in one word, and one of
the two does belong into this line.
What to look at: take a = 0, where the slope is 1, and set `out.grad = 10.0`:
which slope does your line find?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - out.grad**2) * out.grad

    out._backward = _backward
    return out
