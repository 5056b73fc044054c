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
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op

    def __repr__(self):
        return f"Tensor({self.data.tolist()})"

    def __add__(self, other):
        """Return self + other, element by element; shapes follow numpy's rules.

        `other` is a Tensor, a number, a list or an array. Each operand's
        `grad` gets its share in the operand's own shape: see `unbroadcast`.
        """
        other = as_tensor(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad += unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return self * other, element by element; the rest is as in `__add__`."""
        other = as_tensor(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += unbroadcast(other.data * out.grad, self.data.shape)
            other.grad += unbroadcast(self.data * out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        """Return self ** exponent, element by element, for a constant int or float."""
        out = Tensor(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

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
        out = Tensor(self.data @ other.data, (self, other), "@")

        def _backward():
            self.grad += out.grad @ other.data.T
            other.grad += self.data.T @ out.grad

        out._backward = _backward
        return out

    def tanh(self):
        """Return the hyperbolic tangent of each element."""
        t = np.tanh(self.data)
        out = Tensor(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    def relu(self):
        """Return each element where it is above 0, and 0 elsewhere."""
        out = Tensor(np.maximum(self.data, 0.0), (self,), "relu")

        def _backward():
            self.grad += (self.data > 0) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        """Return e to the power of each element."""
        out = Tensor(np.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        """Return the natural logarithm of each element; all of them must be above 0."""
        out = Tensor(np.log(self.data), (self,), "log")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def sum(self, axis=None):
        """Return the sum of all elements, or the sums along one axis.

        `axis` is None or a number, which may be negative. That axis is gone
        from the result's shape.
        """
        out = Tensor(self.data.sum(axis=axis), (self,), "sum")

        def _backward():
            self.grad += out.grad if axis is None else np.expand_dims(out.grad, axis)

        out._backward = _backward
        return out

    def mean(self, axis=None):
        """Return the mean of all elements, or the means along one axis, as `sum` does."""
        count = self.data.size if axis is None else self.data.shape[axis]
        return self.sum(axis) * (1 / count)

    def reshape(self, *shape):
        """Return the same elements in another shape, given as numbers: `a.reshape(2, 3)`.

        One of the numbers may be -1, and is found out by numpy.
        """
        out = Tensor(self.data.reshape(shape), (self,), "reshape")

        def _backward():
            self.grad += out.grad.reshape(self.data.shape)

        out._backward = _backward
        return out

    @property
    def T(self):  # noqa: N802 - as in numpy
        """The transposed tensor: rows become columns, and gradients find their way back."""
        out = Tensor(self.data.T, (self,), "T")

        def _backward():
            self.grad += out.grad.T

        out._backward = _backward
        return out

    def backward(self):
        """Add d(sum of all elements of self)/d(element) to the `grad` of every tensor that self was made from.

        Set the `grad` of self to ones. The order is that of `Value.backward`.
        """
        order, visited = [], set()

        def visit(node):
            if node not in visited:
                visited.add(node)
                for operand in node._prev:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = np.ones(self.data.shape)
        for node in reversed(order):
            node._backward()


def as_tensor(value):
    """Return a Tensor as it is, and a number, list or array as a Tensor of its own. (Given.)"""
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """Return the array `grad` summed over the axes along which an operand of `shape` was stretched.

    Numpy puts axes that are missing in front, and repeats an axis of length 1.
    An element that was used several times gets the sum of all its shares. The
    result has the given shape; `grad` itself stays as it is.
    """
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(axis for axis, length in enumerate(shape) if length == 1)
    return grad.sum(axis=stretched, keepdims=True)


def mlp(layers, x):
    """Return the outputs of a multi-layer perceptron for a batch `x`, one row for each sample.

    `layers` is a list of pairs of tensors: weights (inputs, outputs) and bias
    (outputs,). Each layer makes tanh(x @ weights + bias) of what the one
    before it gave.
    """
    for weights, bias in layers:
        x = (x @ weights + bias).tanh()
    return x


def train(layers, x, y, steps, lr):
    """Fit an MLP to the targets `y` of the batch `x`: the `train` of stage 7, without its loops over samples.

    In each of the `steps`: clear the gradients, take as loss the sum of all
    `(prediction - target)**2`, go backward, and move every parameter against
    its gradient by `lr` times the gradient. Return the losses as floats, each
    taken before the step's update.
    """
    parameters = [p for layer in layers for p in layer]
    losses = []
    for _ in range(steps):
        for p in parameters:
            p.grad = np.zeros(p.data.shape)
        loss = ((mlp(layers, x) - y) ** 2).sum()
        loss.backward()
        for p in parameters:
            p.data -= lr * p.grad
        losses.append(float(loss.data))
    return losses
