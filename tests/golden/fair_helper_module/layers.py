"""The network's parts live here; nn.py only gives them their names."""
import random

from engine import Value


class Neuron:
    def __init__(self, nin):
        draws = [Value(random.uniform(-1, 1)) for _ in range(nin + 1)]
        self.w, self.b = draws[:-1], draws[-1]

    def forward(self, inputs):
        total = self.b
        for i in range(len(self.w)):
            total += self.w[i] * inputs[i]
        return total.tanh()

    __call__ = forward

    def parameters(self):
        return list(self.w) + [self.b]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = []
        for _ in range(nout):
            self.neurons.append(Neuron(nin))

    def forward(self, inputs):
        return [neuron.forward(inputs) for neuron in self.neurons]

    __call__ = forward

    def parameters(self):
        result = []
        for neuron in self.neurons:
            result += neuron.parameters()
        return result


class MLP:
    def __init__(self, nin, nouts):
        self.layers = []
        for nout in nouts:
            self.layers.append(Layer(nin, nout))
            nin = nout

    def forward(self, inputs):
        for layer in self.layers:
            inputs = layer.forward(inputs)
        return inputs if len(inputs) != 1 else inputs[0]

    __call__ = forward

    def parameters(self):
        result = []
        for layer in self.layers:
            result += layer.parameters()
        return result
