"""Neurons, layers and a small network, built on the scalars of `engine`.

A model is anything with a `parameters()` method that returns a flat list of
the Values it learns.
"""

import random

from engine import Value


def zero_grad(model):
    """Set `grad` to 0 for each of `model.parameters()`, and change nothing else.

    Gradients accumulate, so they are cleared before each pass.
    """
    for parameter in model.parameters():
        parameter.grad = 0.0


class Neuron:
    """tanh(w · x + b): a weighted sum of the inputs and a bias, squashed."""

    def __init__(self, nin):
        """Make `nin` weights, the list `w`, and a bias, `b`.

        All of them are Values drawn by `random.uniform(-1, 1)`, the weights
        first, then the bias.
        """
        self.w = []
        while len(self.w) < nin:
            self.w.append(Value(random.uniform(-1, 1)))
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        """Return the output for one input `x`, a list of numbers or Values.

        The output is a Value: tanh of the sum of all weights times their
        inputs, plus the bias.
        """
        products = [weight * number for weight, number in zip(self.w, x)]
        products.append(self.b)
        return sum(products).tanh()

    def parameters(self):
        """Return what the neuron learns, weights and bias, as one flat list."""
        return self.w + [self.b]


class Layer:
    """Several neurons that look at the same inputs."""

    def __init__(self, nin, nout):
        """Make `nout` different neurons with `nin` inputs each: the list `neurons`."""
        self.neurons = []
        while len(self.neurons) < nout:
            self.neurons.append(Neuron(nin))

    def __call__(self, x):
        """Return the list of the neurons' outputs for the input `x`.

        For a layer of one neuron, both a list of one and the bare Value will do.
        """
        return [neuron(x) for neuron in self.neurons]

    def parameters(self):
        """Return the parameters of all neurons as one flat list of Values."""
        flat = []
        for neuron in self.neurons:
            flat.extend(neuron.parameters())
        return flat


class MLP:
    """A multi-layer perceptron: each layer's outputs are the next one's inputs."""

    def __init__(self, nin, nouts):
        """Make a layer for each size in the list `nouts`: the list `layers`.

        The first layer has `nin` inputs, each later one as many inputs as the
        layer before it has neurons.
        """
        inputs = [nin] + list(nouts)
        self.layers = []
        for i, nout in enumerate(nouts):
            self.layers.append(Layer(inputs[i], nout))

    def __call__(self, x):
        """Return the outputs of the last layer for the input `x`, a list.

        Several outputs are a list of Values; a single one is the Value itself.
        """
        numbers = x
        for layer in self.layers:
            numbers = layer(numbers)
        if len(numbers) == 1:
            return numbers[0]
        return numbers

    def parameters(self):
        """Return the parameters of all layers as one flat list of Values."""
        flat = []
        for layer in self.layers:
            flat.extend(layer.parameters())
        return flat


def train(model, xs, ys, steps, lr):
    """Fit a model of one output to the targets `ys` of the inputs `xs`.

    In each of the `steps`: clear the gradients, add up the loss
    `(prediction - target)**2` over all samples, go backward, and move every
    parameter against its gradient by `lr` times the gradient. Return the list
    of the losses as floats, one for each step, taken before the step's update.
    """
    losses = []
    while len(losses) < steps:
        zero_grad(model)
        loss = Value(0.0)
        for x, y in zip(xs, ys):
            loss = loss + (model(x) - y) * (model(x) - y)
        loss.backward()
        losses.append(loss.data)
        for parameter in model.parameters():
            parameter.data = parameter.data - lr * parameter.grad
    return losses
