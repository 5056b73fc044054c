import random
from dataclasses import dataclass, field
from itertools import chain, pairwise

import engine


def rand():
    return engine.Value(random.uniform(-1, 1))


class Neuron:
    def __init__(self, nin):
        self.b = rand()
        self.w = [rand() for _ in range(nin)]

    def __call__(self, x):
        return (sum(map(engine.Value.__mul__, self.w, x)) + self.b).tanh()

    def parameters(self):
        return [self.b, *self.w]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        return list(map(lambda n: n(x), self.neurons))

    def parameters(self):
        return list(chain.from_iterable(n.parameters() for n in self.neurons))


@dataclass
class Run:
    losses: list = field(default_factory=list)


class MLP:
    def __init__(self, nin, nouts):
        self.layers = [Layer(a, b) for a, b in pairwise([nin, *nouts])]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        match x:
            case [single]:
                return single
            case _:
                return x

    def parameters(self):
        return sum((layer.parameters() for layer in self.layers), [])


def zero_grad(model):
    [setattr(p, "grad", 0) for p in model.parameters()]


def train(model, xs, ys, steps, lr):
    run = Run()
    while len(run.losses) < steps:
        loss = sum([(y - model(x)) ** 2 for x, y in zip(xs, ys)])
        run.losses.append(loss.data)
        zero_grad(model)
        loss.backward()
        for p in model.parameters():
            p.data = p.data - p.grad * lr
    return run.losses
