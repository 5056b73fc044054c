"""tanh overwrites the gradient that is already there.

What happens: `_backward` puts its share in the place of whatever `grad` held
before. In `tanh(a)*a + tanh(a)` one or two of the three uses of `a` are lost.
Why it seems right: while every node is used once, `grad` is 0 before, and
nothing is lost.
What to look at: set `a.grad = 5.0` by hand, run `_backward`, and ask where
the 5 went.
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad = (1 - t**2) * out.grad

    out._backward = _backward
    return out
