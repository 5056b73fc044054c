import math
import random

import engine


class Module:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        self.__dict__.setdefault("_registered", []).append(name)

    def parameters(self):
        seen, found = set(), []
        for name in self._registered:
            for p in self._values(getattr(self, name)):
                if p not in seen:
                    seen.add(p)
                    found.append(p)
        return found

    def _values(self, thing):
        if isinstance(thing, engine.Value):
            return [thing]
        if isinstance(thing, list):
            return [p for part in thing for p in self._values(part)]
        return thing.parameters() if isinstance(thing, Module) else []

    def __call__(self, *inputs):
        return self.forward(*inputs)


class Linear(Module):
    """Nobody asked for it."""

    def forward(self, x):
        return x


class Neuron(Module):
    def __init__(self, in_features):
        self.w = [engine.Value(random.uniform(-1, 1)) for _ in range(in_features)]
        self.b = engine.Value(random.uniform(-1, 1))

    def forward(self, x):
        return sum((w * v for w, v in zip(self.w, x)), start=self.b).tanh()


class Layer(Module):
    def __init__(self, in_features, out_features):
        self.neurons = [Neuron(in_features) for _ in range(out_features)]

    def forward(self, x):
        return [neuron(x) for neuron in self.neurons]


class MLP(Module):
    def __init__(self, in_features, sizes):
        self.layers = []
        for size in sizes:
            self.layers.append(Layer(in_features, size))
            in_features = size

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x


class SGD:
    def __init__(self, parameters, lr):
        self.parameters = list(parameters)
        self.lr = lr

    def zero_grad(self):
        for p in self.parameters:
            p.grad = 0.0

    def step(self):
        for p in self.parameters:
            p.data -= self.lr * p.grad


def zero_grad(model):
    SGD(model.parameters(), math.nan).zero_grad()


def train(model, xs, ys, steps, lr):
    optimizer = SGD(model.parameters(), lr)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = sum(((model(x) - y) ** 2 for x, y in zip(xs, ys)), start=engine.Value(0.0))
        loss.backward()
        optimizer.step()
        losses.append(loss.data)
    return losses
