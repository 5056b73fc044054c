def __rmul__(self, k):
    factor, value = k, self
    return factor * value
