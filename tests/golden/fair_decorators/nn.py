import functools
import random

from engine import Value


def rand():
    return Value(random.uniform(-1, 1))


def unwrap(call):
    @functools.wraps(call)
    def wrapped(self, x):
        out = call(self, x)
        return out[0] if isinstance(out, list) and len(out) == 1 else out
    return wrapped


class Neuron(object):
    def __init__(self, nin):
        self.w = list(map(lambda _: rand(), range(nin)))
        self.b = rand()

    def __call__(self, x):
        assert len(x) == len(self.w), "wrong number of inputs"
        return functools.reduce(lambda s, wx: s + wx[0] * wx[1], zip(self.w, x), self.b).tanh()

    def parameters(self):
        return [*self.w] + [self.b]


class Layer(object):
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    @unwrap
    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        return functools.reduce(list.__add__, (n.parameters() for n in self.neurons))


class MLP(object):
    def __init__(self, nin, nouts):
        self.nin = nin
        self.layers = []
        for k, size in enumerate(nouts):
            self.layers.append(Layer(nouts[k - 1] if k else nin, size))

    def __call__(self, x):
        return functools.reduce(lambda value, layer: layer(value), self.layers, x)

    def parameters(self):
        return functools.reduce(list.__add__, (l.parameters() for l in self.layers))


def zero_grad(model):
    def clear(p):
        p.grad = 0.0
    for p in model.parameters():
        clear(p)
    return model


def train(model, xs, ys, steps, lr):
    weights = model.parameters()
    losses = []
    for step in range(1, steps + 1):
        zero_grad(model)
        losses.append(functools.reduce(lambda total, xy: total + (model(xy[0]) - xy[1]) ** 2, zip(xs, ys), Value(0)))
        losses[-1].backward()
        for w in weights:
            w.data -= lr * w.grad
    return [loss.data for loss in losses]
