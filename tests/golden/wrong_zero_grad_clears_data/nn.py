import random
from engine import *


class Neuron:
    def __init__(self, nin):
        self.w = []
        for i in range(nin):
            self.w.append(Value(random.uniform(-1, 1)))
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        sum = Value(0)
        for i in range(len(self.w)):
            sum = sum + self.w[i] * x[i]
        sum = sum + self.b
        return sum.tanh()

    def parameters(self):
        list = []
        for w in self.w:
            list.append(w)
        list.append(self.b)
        return list


class Layer:
    def __init__(self, nin, nout):
        self.neurons = []
        for i in range(nout):
            self.neurons.append(Neuron(nin))

    def __call__(self, x):
        out = []
        for n in self.neurons:
            out.append(n(x))
        if len(out) == 1:
            return out[0]
        return out

    def parameters(self):
        list = []
        for n in self.neurons:
            for p in n.parameters():
                list.append(p)
        return list


class MLP:
    def __init__(self, nin, nouts):
        self.layers = []
        self.layers.append(Layer(nin, nouts[0]))
        for i in range(1, len(nouts)):
            self.layers.append(Layer(nouts[i - 1], nouts[i]))

    def __call__(self, x):
        out = x
        for l in self.layers:
            out = l(out)
        return out

    def parameters(self):
        list = []
        for l in self.layers:
            list.extend(l.parameters())
        return list


def zero_grad(model):
    for p in model.parameters():
        p.data = 0


def train(model, xs, ys, steps, lr):
    losses = []
    k = 0
    while k < steps:
        zero_grad(model)
        loss = Value(0)
        for i in range(len(xs)):
            ypred = model(xs[i])
            loss = loss + (ypred - ys[i]) ** 2
        losses.append(loss.data)
        loss.backward()
        for p in model.parameters():
            p.data = p.data - lr * p.grad
        k = k + 1
    return losses
