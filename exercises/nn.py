"""Neurons, layers and a small network, built on the scalars of `engine`.

A model is anything with a `parameters()` method that returns a flat list of
the Values it learns.
"""

import math
import random

from engine import Value


def zero_grad(model):
    """Set `grad` to 0 for each of `model.parameters()`, and change nothing else.

    Gradients accumulate, so they are cleared before each pass.
    """
    raise NotImplementedError


class Neuron:
    """tanh(w · x + b): a weighted sum of the inputs and a bias, squashed."""

    def __init__(self, nin):
        """Make `nin` weights, the list `w`, and a bias, `b`.

        All of them are Values drawn by `random.uniform(-1, 1)`, the weights
        first, then the bias.
        """
        raise NotImplementedError

    def __call__(self, x):
        """Return the output for one input `x`, a list of numbers or Values.

        The output is a Value: tanh of the sum of all weights times their
        inputs, plus the bias.
        """
        raise NotImplementedError

    def parameters(self):
        """Return what the neuron learns, weights and bias, as one flat list."""
        raise NotImplementedError


class Layer:
    """Several neurons that look at the same inputs."""

    def __init__(self, nin, nout):
        """Make `nout` different neurons with `nin` inputs each: the list `neurons`."""
        raise NotImplementedError

    def __call__(self, x):
        """Return the list of the neurons' outputs for the input `x`.

        For a layer of one neuron, both a list of one and the bare Value will do.
        """
        raise NotImplementedError

    def parameters(self):
        """Return the parameters of all neurons as one flat list of Values."""
        raise NotImplementedError


class MLP:
    """A multi-layer perceptron: each layer's outputs are the next one's inputs."""

    linear_output = False  # as long as nobody says otherwise: see stage 11

    def __init__(self, nin, nouts, linear_output=False):
        """Make a layer for each size in the list `nouts`: the list `layers`.

        The first layer has `nin` inputs, each later one as many inputs as the
        layer before it has neurons. (`linear_output` is for stage 11: until
        then, leave it alone. With it, the last layer gives its sums as they
        are, without tanh.)
        """
        raise NotImplementedError

    def __call__(self, x):
        """Return the outputs of the last layer for the input `x`, a list.

        Several outputs are a list of Values; a single one is the Value itself.
        """
        raise NotImplementedError

    def parameters(self):
        """Return the parameters of all layers as one flat list of Values."""
        raise NotImplementedError


def train(model, xs, ys, steps, lr):
    """Fit a model of one output to the targets `ys` of the inputs `xs`.

    In each of the `steps`: clear the gradients, add up the loss
    `(prediction - target)**2` over all samples, go backward, and move every
    parameter against its gradient by `lr` times the gradient. Return the list
    of the losses as floats, one for each step, taken before the step's update.
    """
    raise NotImplementedError


def hinge_loss(scores, ys):
    """Return the mean of max(0, 1 - y * score) over all samples, as a Value.

    `scores` are Values, `ys` the right classes, 1 or -1. A sample that is on
    its right side by 1 or more costs nothing.
    """
    raise NotImplementedError


def l2(model, strength):
    """Return `strength` times the sum of the squares of all parameters, as a Value."""
    raise NotImplementedError


def gradient_norm(model):
    """Return the length of the gradient, a float: the root of the sum of the squares of all `grad`s."""
    raise NotImplementedError


def clip_gradients(model, threshold):
    """Bring each `grad` that is beyond `threshold` or -`threshold` back to it; leave all others alone."""
    raise NotImplementedError


def learning_rate(step, steps, first, last):
    """Return the rate of a step: `first` at step 0, `last` at step `steps` - 1, on a straight line between.

    Where there is only one step, its rate is `first`.
    """
    raise NotImplementedError


def sgd_step(model, lr):
    """Move every parameter against its gradient, by `lr` times the gradient."""
    raise NotImplementedError


def fit(model, batches, first, last, strength, threshold, tolerance):
    """Train by stochastic gradient descent, a step for each batch; return the losses as floats.

    `batches` is a list of pairs (xs, ys). In each step: clear the gradients;
    the loss is the hinge loss of the batch plus `l2` of that strength; go
    backward. Where the gradient's norm is then below `tolerance`, stop: there
    is nothing left to learn, and nothing moves any more. Otherwise clip the
    gradients at the threshold and move the parameters, with a rate that falls
    from `first` in the first batch to `last` in the last. Each loss is from
    before its step's update, the one of the stop included.
    """
    raise NotImplementedError
