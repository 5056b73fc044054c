"""The slope is taken at tanh(x), and not at x.

What happens: in `_backward`, tanh is taken once more of a number that has
been through it already. Near 0 that changes little; far out the slope stays
large where it should almost vanish.
Why it seems right: the formula asks for a tanh, so one is computed, but of
which number?
What to look at: print what you square in `_backward` beside `out.data`.
Should the two differ?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - math.tanh(t) ** 2) * out.grad

    out._backward = _backward
    return out
