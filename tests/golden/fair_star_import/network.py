from random import uniform
from value import Value

__all__ = ["Neuron", "Layer", "MLP"]


class Neuron:
    def __init__(self, nin):
        self.b = Value(uniform(-1, 1))
        self.w = [Value(uniform(-1, 1)) for i in range(nin)]

    def __call__(self, x):
        out = 0
        for i, weight in enumerate(self.w):
            out += weight * x[i]
        return (out + self.b).tanh()

    def parameters(self):
        return self.w + [self.b]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for i in range(nout)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        params = []
        for n in self.neurons:
            for p in n.parameters():
                params.append(p)
        return params


class MLP:
    def __init__(self, nin, nouts):
        self.layers = []
        n = nin
        for nout in nouts:
            self.layers.append(Layer(n, nout))
            n = nout

    def __call__(self, x):
        for l in self.layers:
            x = l(x)
        if len(x) == 1:
            x = x[0]
        return x

    def parameters(self):
        params = []
        for l in self.layers:
            params = params + l.parameters()
        return params


def gradient_descent(model, xs, ys, steps, lr):
    losses = []
    for i in range(steps):
        for p in model.parameters():
            p.grad = 0.0
        loss = Value(0.0)
        for j in range(len(xs)):
            loss = loss + (model(xs[j]) - ys[j]) ** 2
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
