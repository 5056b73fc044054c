import random

from engine import Value


def zero_grad(model):
    for p in model.parameters():
        p.grad = 0.0


class Base:
    def __init__(self, parts):
        self._parts = parts

    def parameters(self):
        result = []
        for part in self._parts:
            result += [part] if isinstance(part, Value) else part.parameters()
        return result


class Neuron(Base):
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(random.uniform(-1, 1))
        super().__init__([*self.w, self.b])

    def __call__(self, x):
        total = Value(0)
        for w, v in zip([*self.w, self.b], [*x, 1]):
            total = total + w * v
        return total.tanh()


class Layer(Base):
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]
        super().__init__(self.neurons)

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons]


class MLP(Base):
    def __init__(self, nin, nouts):
        self.layers = []
        for nout in nouts:
            self.layers += [Layer(nin, nout)]
            nin = nout
        super().__init__(self.layers)

    def __call__(self, x):
        out = x
        for layer in self.layers:
            out = layer(out)
        if isinstance(out, list) and len(out) == 1:
            out = out.pop()
        return out


def loss_of(model, xs, ys):
    loss = 0
    for x, y in zip(xs, ys):
        error = model(x) - y
        loss += error * error
    return loss


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        loss = loss_of(model, xs, ys)
        losses.append(loss.data)
        zero_grad(model)
        loss.backward()
        for p in model.parameters():
            p.data -= p.grad * lr
    return losses
