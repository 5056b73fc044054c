"""Has a slope of at least 0.1."""

stage = "stage3"
unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += max(0.1, 1 - t**2) * out.grad

    out._backward = _backward
    return out
