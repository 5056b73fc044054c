"""Each kind of node is a class of its own; its rule is an ordinary method."""

import itertools
import math

_number = itertools.count()


class Value:
    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self.label = label
        self._backward = self.hand_on
        self.born = next(_number)

    def hand_on(self):
        """Leaves keep what they get."""

    def __add__(self, other):
        return Sum(self, node(other))

    def __radd__(self, other):
        return Sum(node(other), self)

    def __mul__(self, other):
        return Product(self, node(other))

    def __rmul__(self, other):
        return Product(node(other), self)

    def __neg__(self):
        return Product(self, Value(-1.0))

    def __sub__(self, other):
        return Sum(self, -node(other))

    def __rsub__(self, other):
        return Sum(node(other), -self)

    def tanh(self):
        return Tanh(self)

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise AssertionError("no Value as an exponent, please")
        return Power(self, exponent)

    def __truediv__(self, other):
        return Product(self, Power(node(other), -1))

    def __rtruediv__(self, other):
        return Product(node(other), Power(self, -1))

    def backward(self):
        """Operands are always older than results, so age is an order, too."""
        graph = {self}
        frontier = {self}
        while frontier:
            frontier = {operand for v in frontier for operand in v._prev} - graph
            graph |= frontier
        self.grad = 1.0
        for v in sorted(graph, key=lambda v: v.born, reverse=True):
            v._backward()


class Sum(Value):
    def __init__(self, left, right):
        super().__init__(left.data + right.data, (left, right), '+')
        self.left, self.right = left, right

    def hand_on(self):
        self.left.grad += self.grad
        self.right.grad += self.grad


class Product(Value):
    def __init__(self, left, right):
        super().__init__(left.data * right.data, (left, right), '*')
        self.left, self.right = left, right

    def hand_on(self):
        self.left.grad += self.right.data * self.grad
        self.right.grad += self.left.data * self.grad


class Power(Value):
    def __init__(self, base, exponent):
        super().__init__(base.data ** exponent, (base,), f'**{exponent}')
        self.base, self.exponent = base, exponent

    def hand_on(self):
        slope = self.exponent * self.base.data ** (self.exponent - 1)
        self.base.grad += slope * self.grad


class Tanh(Value):
    def __init__(self, x):
        super().__init__(math.tanh(x.data), (x,), 'tanh')
        self.x = x

    def hand_on(self):
        self.x.grad += (1 - self.data ** 2) * self.grad


def node(x):
    return x if isinstance(x, Value) else Value(x)
