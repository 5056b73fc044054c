def __radd__(self, number):
    total = number + self.data
    return Value(total)
