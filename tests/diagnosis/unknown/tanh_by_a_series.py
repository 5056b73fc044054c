"""Takes the first terms of a series for the function."""

stage = "stage3"
unit = "Value.tanh"


def tanh(self):
    x = self.data
    out = Value(x - x**3 / 3 + 2 * x**5 / 15, (self,), "tanh")

    def _backward():
        self.grad += (1 - out.data**2) * out.grad

    out._backward = _backward
    return out
