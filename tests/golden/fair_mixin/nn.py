from random import uniform

from engine import Value


class Module:
    """Collects the parameters of its parts, however deep they are."""

    def parts(self):
        return []

    def parameters(self):
        found = []
        for part in self.parts():
            if isinstance(part, Value):
                found.append(part)
            else:
                found += part.parameters()
        return found

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0

    def __repr__(self):
        return f"{type(self).__name__} with {len(self.parameters())} parameters"


class Neuron(Module):
    def __init__(self, nin):
        self.w = [Value(uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(uniform(-1, 1))

    def parts(self):
        return self.w + [self.b]

    def __call__(self, x):
        return sum([w * v for w, v in zip(self.w, x)], start=self.b).tanh()


class Layer(Module):
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def parts(self):
        return self.neurons

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons]


class MLP(Module):
    def __init__(self, nin, nouts):
        self.layers = [Layer(*shape) for shape in zip([nin] + nouts, nouts)]

    def parts(self):
        return self.layers

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        if len(x) > 1:
            return x
        return x[0]


def zero_grad(model):
    for p in model.parameters():
        p.grad = 0


def train(model, xs, ys, steps, lr):
    curve = []
    for _ in range(steps):
        model.zero_grad()
        errors = [model(x) - y for x, y in zip(xs, ys)]
        loss = sum(error * error for error in errors)
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        curve.append(loss.data)
    return curve
