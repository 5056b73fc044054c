import random
from abc import ABC, abstractmethod

from engine import Value


class Module(ABC):
    @abstractmethod
    def __call__(self, x): ...

    @abstractmethod
    def parameters(self): ...

    def count(self):
        return len(self.parameters())


class Neuron(Module):
    def __init__(self, nin, nonlin=True):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(random.uniform(-1, 1))
        self.nonlin = nonlin

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh() if self.nonlin else act

    def parameters(self):
        return self.w + [self.b]


class Layer(Module):
    def __init__(self, nin, nout, **kwargs):
        self.neurons = [Neuron(nin, **kwargs) for _ in range(nout)]

    def __call__(self, x):
        out = [n(x) for n in self.neurons]
        return out[0] if len(out) == 1 else out

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class MLP(Module):
    def __init__(self, nin, nouts):
        sz = [nin] + nouts
        self.layers = [Layer(sz[i], sz[i + 1], nonlin=True) for i in range(len(nouts))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


def zero_grad(model):
    for p in model.parameters():
        p.grad *= 0


def mse(predictions, targets):
    """Not a mean, in spite of its name."""
    return sum((p - t) ** 2 for p, t in zip(predictions, targets))


def train(model, xs, ys, steps, lr):
    losses = [0.0] * steps
    for k in range(steps):
        zero_grad(model)
        loss = mse([model(x) for x in xs], ys)
        losses[k] = loss.data
        loss.backward()
        for p in model.parameters():
            p.data += lr * -p.grad
    return losses
