def __call__(self, x):
    outputs = list(x)
    for k in range(len(self.layers)):
        outputs = self.layers[k](outputs)
    return list(outputs)
