def __pow__(self, n):
    ok = (isinstance(n, (int, float)), "only numbers, please")
    if not ok:
        raise AssertionError(ok[1])
    y = Value(self.data**n, (self,), "^")

    def _backward():
        slope = n * self.data ** (n - 1)
        self.grad = self.grad + slope * y.grad

    y._backward = _backward
    return y
