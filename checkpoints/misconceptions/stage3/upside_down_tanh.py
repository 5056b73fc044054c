"""The fraction of exponentials stands upside down.

What happens: the results lie beyond 1 instead of below, and at x = 0 the
division is by 0.
Why it seems right: the two parts of the fraction differ in one sign only.
What to look at: at x = 0 the exponentials are both 1. Which of the two, sum
or difference, may stand below the line?
"""

unit = "Value.tanh"


def tanh(self):
    e = math.exp(2 * self.data)
    t = (e + 1) / (e - 1)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
    return out
