# In[1]:

import random

import engine
from engine import Value


# In[2]:

class Neuron:

    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh()


x = [2.0, 3.0]
n = Neuron(2)
n(x)


# In[3]:

class Neuron(Neuron):

    def parameters(self):
        return self.w + [self.b]


len(Neuron(3).parameters())


# In[4]:

class Layer:

    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        outs = [n(x) for n in self.neurons]
        return outs[0] if len(outs) == 1 else outs

    def parameters(self):
        params = []
        for neuron in self.neurons:
            ps = neuron.parameters()
            params.extend(ps)
        return params


class MLP:

    def __init__(self, nin, nouts):
        sz = [nin] + nouts
        self.layers = [Layer(sz[i], sz[i + 1]) for i in range(len(nouts))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


n = MLP(3, [4, 4, 1])
n([2.0, 3.0, -1.0])


# In[5]:

def zero_grad(model):
    for p in model.parameters():
        p.grad = 0.0


def train(model, xs, ys, steps, lr):
    losses = []
    for k in range(steps):
        ypred = [model(x) for x in xs]
        loss = sum((yout - ygt) ** 2 for ygt, yout in zip(ys, ypred))
        zero_grad(model)
        loss.backward()
        for p in model.parameters():
            p.data += -lr * p.grad
        print(k, loss.data)
        losses.append(loss.data)
    return losses


# In[6]:

xs = [[1, 2], [2, -1], [-1, 1], [-2, -3]]
ys = [1, -1, -1, 1]
model = MLP(2, [4, 4, 1])
losses = train(model, xs, ys, 5, 0.05)
