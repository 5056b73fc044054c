import random
from operator import attrgetter, mul

import engine as ag


class Neuron:
    activation = staticmethod(ag.Value.tanh)

    def __init__(self, nin):
        self.w = [ag.Value(random.random() * 2 - 1) for _ in range(nin)]
        self.b = ag.Value(random.random() * 2 - 1)

    def __call__(self, x):
        return self.activation(sum(map(mul, self.w, x), self.b))

    parameters = lambda self: [*self.w, self.b]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    __call__ = lambda self, x: [n(x) for n in self.neurons]
    parameters = lambda self: [p for n in self.neurons for p in n.parameters()]


class MLP:
    def __init__(self, nin, nouts):
        ins = iter([nin, *nouts])
        self.layers = [Layer(next(ins), nout) for nout in nouts]

    def __call__(self, x):
        for f in self.layers:
            x = f(x)
        first, *others = x
        return x if others else first

    parameters = lambda self: [p for l in self.layers for p in l.parameters()]


def zero_grad(model):
    for p in model.parameters():
        vars(p)["grad"] = 0.0


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        losses.append(sum((model(x) - y) ** 2 for x, y in zip(xs, ys)))
        losses[-1].backward()
        for p in model.parameters():
            p.data -= lr * p.grad
    return list(map(attrgetter("data"), losses))
