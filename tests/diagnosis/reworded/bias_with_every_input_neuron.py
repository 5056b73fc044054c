def __call__(self, inputs):
    activation = 0
    for k in range(len(inputs)):
        activation = activation + (self.w[k] * inputs[k] + self.b)
    return activation.tanh()
