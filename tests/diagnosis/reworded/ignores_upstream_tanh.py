def tanh(self):
    squashed = Value(math.tanh(self.data), [self], "tanh")

    def rule():
        t = squashed.data
        self.grad += (1 - t) * (1 + t)

    squashed._backward = rule
    return squashed
