def tanh(self):
    x = self.data
    e = math.exp(2 * x)
    y = Value((e - 1) / (e + 1), (self,), "tanh")

    def slope():
        return 1.0 - x * x

    def rule():
        self.grad = self.grad + y.grad * slope()

    y._backward = rule
    return y
