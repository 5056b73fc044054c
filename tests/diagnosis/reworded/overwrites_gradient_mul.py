def __mul__(self, other):
    other = Value(other) if not isinstance(other, Value) else other

    out = Value(self.data * other.data, (self, other), "·")

    def chain():
        upstream = out.grad
        other.grad = upstream * self.data
        self.grad = upstream * other.data

    out._backward = chain
    return out
