import random
from engine import Value


def zero_grad(model):
    params = model.parameters()
    i = 0
    while i < len(params):
        params[i].grad = 0.0
        i += 1


class Neuron: pass
class Layer: pass
class MLP: pass


def neuron_init(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for i in range(nin)]
    self.b = Value(random.uniform(-1, 1))

def neuron_call(self, x):
    s = 0
    for w, v in zip(self.w, x):
        s = s + w * v
    return (s + self.b).tanh()

Neuron.__init__ = neuron_init
Neuron.__call__ = neuron_call
Neuron.parameters = lambda self: self.w + [self.b]


def layer_init(self, nin, nout):
    self.neurons = [Neuron(nin) for i in range(nout)]

Layer.__init__ = layer_init
Layer.__call__ = lambda self, x: [n(x) for n in self.neurons]
Layer.parameters = lambda self: sum([n.parameters() for n in self.neurons], [])


def mlp_init(self, nin, nouts):
    sizes = [nin] + list(nouts)
    self.layers = [Layer(sizes[i], sizes[i + 1]) for i in range(len(sizes) - 1)]

def mlp_call(self, x):
    for l in self.layers:
        x = l(x)
    return x[0] if len(x) == 1 else x

MLP.__init__ = mlp_init
MLP.__call__ = mlp_call
MLP.parameters = lambda self: sum([l.parameters() for l in self.layers], [])


def train(model, xs, ys, steps, lr):
    def one_step():
        zero_grad(model)
        loss = 0
        for x, y in zip(xs, ys):
            d = model(x) - y
            loss = loss + d ** 2
        loss.backward()
        for p in model.parameters():
            p.data = p.data - lr * p.grad
        return loss.data
    return [one_step() for _ in range(steps)]
