"""The engine once more, with an array in each node instead of one number.

The rules are those of `engine`. What is new: operands of different shapes are
stretched to a common one (broadcasting), and gradients go the way back.
"""

import numpy as np


class Tensor:
    """An array of floats, how it was made, and the derivative of a later result by it.

    `data` is a numpy array of float64, `grad` another one of the same shape:
    d(result)/d(each element), all 0 until a backward pass adds to it. `_prev`,
    `_op` and `_backward` are as in `engine.Value`.
    """

    __array_ufunc__ = None  # `array * tensor` is ours, not numpy's: see the lesson

    def __init__(self, data, _children=(), _op=""):
        """Keep a copy of `data` as an array of float64, and a gradient of zeros.

        `data` is a number, a list (of lists), or an array. What happens to it
        later changes nothing here: `data` and `grad` are this tensor's own.
        """
        raise NotImplementedError

    def __repr__(self):
        return f"Tensor({self.data.tolist()})"

    def __add__(self, other):
        """Return self + other, element by element; shapes follow numpy's rules.

        `other` is a Tensor, a number, a list or an array. Each operand's
        `grad` gets its share in the operand's own shape: see `unbroadcast`.
        """
        raise NotImplementedError

    def __mul__(self, other):
        """Return self * other, element by element; the rest is as in `__add__`."""
        raise NotImplementedError

    def __pow__(self, exponent):
        """Return self ** exponent, element by element, for a constant int or float."""
        raise NotImplementedError

    # What follows from + * ** is given: you wrote it in stages 1, 2 and 4.

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_tensor(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * as_tensor(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other

    def __matmul__(self, other):
        """Return the matrix product self @ other of two tensors with two axes each.

        Of shapes (n, k) and (k, m), the result has (n, m).
        """
        raise NotImplementedError

    def tanh(self):
        """Return the hyperbolic tangent of each element."""
        raise NotImplementedError

    def relu(self):
        """Return each element where it is above 0, and 0 elsewhere."""
        raise NotImplementedError

    def exp(self):
        """Return e to the power of each element."""
        raise NotImplementedError

    def log(self):
        """Return the natural logarithm of each element; all of them must be above 0."""
        raise NotImplementedError

    def sum(self, axis=None):
        """Return the sum of all elements, or the sums along one axis.

        `axis` is None or a number, which may be negative. That axis is gone
        from the result's shape.
        """
        raise NotImplementedError

    def mean(self, axis=None):
        """Return the mean of all elements, or the means along one axis, as `sum` does."""
        raise NotImplementedError

    def reshape(self, *shape):
        """Return the same elements in another shape, given as numbers: `a.reshape(2, 3)`.

        One of the numbers may be -1, and is found out by numpy.
        """
        raise NotImplementedError

    @property
    def T(self):
        """The transposed tensor: rows become columns, and gradients find their way back."""
        raise NotImplementedError

    def backward(self):
        """Add d(sum of all elements of self)/d(element) to the `grad` of every tensor that self was made from.

        Set the `grad` of self to ones. The order is that of `Value.backward`.
        """
        raise NotImplementedError


def as_tensor(value):
    """Return a Tensor as it is, and a number, list or array as a Tensor of its own. (Given.)"""
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """Return the array `grad` summed over the axes along which an operand of `shape` was stretched.

    Numpy puts axes that are missing in front, and repeats an axis of length 1.
    An element that was used several times gets the sum of all its shares. The
    result has the given shape; `grad` itself stays as it is.
    """
    raise NotImplementedError


def mlp(layers, x):
    """Return the outputs of a multi-layer perceptron for a batch `x`, one row for each sample.

    `layers` is a list of pairs of tensors: weights (inputs, outputs) and bias
    (outputs,). Each layer makes tanh(x @ weights + bias) of what the one
    before it gave.
    """
    raise NotImplementedError


def train(layers, x, y, steps, lr):
    """Fit an MLP to the targets `y` of the batch `x`: the `train` of stage 7, without its loops over samples.

    In each of the `steps`: clear the gradients, take as loss the sum of all
    `(prediction - target)**2`, go backward, and move every parameter against
    its gradient by `lr` times the gradient. Return the losses as floats, each
    taken before the step's update.
    """
    raise NotImplementedError
