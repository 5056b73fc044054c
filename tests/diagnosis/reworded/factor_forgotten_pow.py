def __pow__(self, n):
    if not isinstance(n, (float, int)):
        raise AssertionError(f"give a number, not {n!r}")
    result = Value(math.pow(self.data, n) if self.data > 0 else self.data**n, (self,), "pow")

    def back():
        one_less = n - 1
        self.grad += result.grad * self.data**one_less

    result._backward = back
    return result
