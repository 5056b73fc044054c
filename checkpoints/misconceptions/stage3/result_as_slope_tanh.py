"""The result itself is used as slope.

What happens: `a` gets tanh(x) times what arrives: 0 where tanh is steepest,
and most where it is flat.
Why it seems right: "reuse the result" is what the lesson says. For exp the
result is the slope, as it stands; for tanh something is to be done with it
first.
What to look at: the slopes in the lesson's table at 0 and at 3, next to the
results.
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += t * out.grad

    out._backward = _backward
    return out
