"""The slope is computed from x, and not from tanh(x).

What happens: x stands where the result belongs. Near 0 the two look alike,
but at 2 the slope comes out as -3, as if tanh fell.
Why it seems right: a slope "at x" sounds as if it were a formula in x, and
small numbers don't contradict.
What to look at: the table in the lesson. Can a slope of tanh be negative?
Which of your variables holds the number that the formula calls t?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - self.data**2) * out.grad

    out._backward = _backward
    return out
