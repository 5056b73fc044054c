import random
from functools import cached_property

from engine import Value


class Neuron:
    def __init__(self, nin):
        self._all = [Value(random.uniform(-1, 1)) for _ in range(nin + 1)]

    @property
    def w(self):
        return self._all[:-1]

    @property
    def b(self):
        return self._all[-1]

    def __call__(self, x):
        terms = [w * v for w, v in zip(self.w, x, strict=True)]
        return (sum(terms) + self.b).tanh()

    def parameters(self):
        return list(self._all)


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        if len(self.neurons) == 1:
            return self.neurons[0](x)
        return [neuron(x) for neuron in self.neurons]

    @cached_property
    def _parameters(self):
        return [p for neuron in self.neurons for p in neuron.parameters()]

    def parameters(self):
        return self._parameters


class MLP:
    def __init__(self, nin, nouts):
        self.sizes = (nin, *nouts)

    @cached_property
    def layers(self):
        return [Layer(self.sizes[i], self.sizes[i + 1]) for i in range(len(self.sizes) - 1)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


def zero_grad(model):
    for index, parameter in enumerate(model.parameters()):
        model.parameters()[index].grad = 0


def train(model, xs, ys, steps, lr):
    def losses():
        for _ in range(steps):
            zero_grad(model)
            loss = sum((model(x) - y) * (model(x) - y) for x, y in zip(xs, ys))
            loss.backward()
            yield loss.data
            for p in model.parameters():
                p.data -= lr * p.grad

    return list(losses())
