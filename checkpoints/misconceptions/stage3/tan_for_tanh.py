"""The result is the tangent, and not the hyperbolic tangent.

What happens: `a.tanh()` gives numbers beyond 1, and jumps about.
Why it seems right: the two names differ in one letter, and near 0 the two
functions hardly differ at all.
What to look at: print the result at x = 3. Where must every result of tanh
lie?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tan(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
