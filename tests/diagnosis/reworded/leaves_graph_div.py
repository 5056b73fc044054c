def __truediv__(self, other):
    below = other.data if isinstance(other, Value) else other
    return Value(self.data * below**-1)
