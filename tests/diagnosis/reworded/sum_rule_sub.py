def __sub__(self, other):
    if not isinstance(other, Value):
        other = Value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        for side in (self, other):
            side.grad += out.grad

    out._backward = _backward
    return out
