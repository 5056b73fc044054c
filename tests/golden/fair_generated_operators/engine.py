# -*- coding: latin-1 -*-
# Gedächtnisstütze für später: alle Regeln stehen in einer Tabelle.

import heapq
import math
import random
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")
numbers = count()


def binary(symbol, forward, left_slope, right_slope):
    def method(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        node = Value(forward(self.data, other.data), (self, other), symbol)

        def back():
            self.grad += left_slope(self.data, other.data) * node.grad
            other.grad += right_slope(self.data, other.data) * node.grad

        node._backward = back
        return node

    return method


def reflected(method):
    return lambda self, other: method(Value(other), self)


def unary(symbol, forward, slope):
    def method(self):
        node = Value(forward(self.data), (self,), symbol)

        def back():
            self.grad += slope(self.data, node.data) * node.grad

        node._backward = back
        return node

    return method


class Value(Generic[T]):
    """Größe mit Gedächtnis."""

    def __init__(self, data: T, _children=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self._backward = lambda: None
        self.number = next(numbers)

    __add__ = binary("+", lambda x, y: x + y, lambda x, y: 1, lambda x, y: 1)
    __radd__ = reflected(__add__)
    __mul__ = binary("·", lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
    __rmul__ = reflected(__mul__)
    __neg__ = unary("±", lambda x: -x, lambda x, z: -1)
    __sub__ = binary("-", lambda x, y: x - y, lambda x, y: 1, lambda x, y: -1)
    __rsub__ = reflected(__sub__)
    __truediv__ = binary("÷", lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y**2)
    __rtruediv__ = reflected(__truediv__)
    tanh = unary("tanh", math.tanh, lambda x, z: 1 - z * z)
    relu = unary("relu", lambda x: max(0.0, x), lambda x, z: float(x > 0))

    def __pow__(self, n):
        if isinstance(n, Value):
            raise AssertionError("Größen als Exponent gibt es nicht")
        return unary("^", lambda x: x**n, lambda x, z: n * x ** (n - 1))(self)

    def backward(self):
        """The youngest node first: a heap of ages."""
        self.grad = 1.0
        heap = [(-self.number, self)]
        last = None
        while heap:
            _, node = heapq.heappop(heap)
            if node is last:
                continue
            last = node
            node._backward()
            for child in node._prev:
                heapq.heappush(heap, (-child.number, child))

    def __lt__(self, other):
        return self.number < other.number


# The network lives here as well.

class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(random.uniform(-1, 1))

    def __call__(self, x):
        return (sum(w * v for w, v in zip(self.w, x)) + self.b).tanh()

    def parameters(self):
        return self.w + [self.b]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        out = [n(x) for n in self.neurons]
        return out if len(out) > 1 else out[0]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class MLP:
    def __init__(self, nin, nouts):
        sizes = [nin] + nouts
        self.layers = [Layer(i, o) for i, o in zip(sizes, sizes[1:])]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]
