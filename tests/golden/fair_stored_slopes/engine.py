"""Every node stores (operand, slope) pairs when it is made. One rule for all: grad += slope * grad."""

import math


class Value:
    def __init__(self, data, _children=(), _op='', label='', slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self.label = label
        self.slopes = tuple(slopes)

        def _backward():
            for operand, slope in self.slopes:
                operand.grad += slope * self.grad

        self._backward = _backward

    @classmethod
    def made(cls, data, op, *slopes):
        return cls(data, [operand for operand, _ in slopes], op, slopes=slopes)

    def __add__(self, other):
        other = _value(other)
        return Value.made(self.data + other.data, '+', (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = _value(other)
        return Value.made(self.data * other.data, '*', (self, other.data), (other, self.data))

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + (-_value(other))
    def __rsub__(self, other): return _value(other) + (-self)
    def __truediv__(self, other): return self * _value(other)**-1
    def __rtruediv__(self, other): return _value(other) * self**-1

    def __pow__(self, exponent):
        assert not hasattr(exponent, 'grad'), f'{exponent!r} has a gradient of its own; use a number'
        return Value.made(self.data**exponent, f'**{exponent}', (self, exponent * self.data**(exponent - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value.made(t, 'tanh', (self, 1 - t*t))

    # --- not asked for

    def relu(self):
        return Value.made(max(0, self.data), 'relu', (self, float(self.data > 0)))

    def exp(self):
        e = math.exp(self.data)
        return Value.made(e, 'exp', (self, e))

    def log(self):
        return Value.made(math.log(self.data), 'log', (self, 1 / self.data))

    def sigmoid(self):
        return 1 / (1 + (-self).exp())

    def item(self):
        return self.data

    def __float__(self): return float(self.data)
    def __abs__(self): return self if self.data >= 0 else -self
    def __lt__(self, other): return self.data < _value(other).data
    def __gt__(self, other): return self.data > _value(other).data
    def __bool__(self): return self.data != 0
    def __len__(self): return len(self._prev)
    def __iter__(self): return iter(self._prev)
    def __call__(self): return self.data
    def __format__(self, spec): return format(self.data, spec)
    def __str__(self): return f'{self.label or self._op or "·"} = {self.data:.3f}'
    def __repr__(self): return f'Value({self.data!r})'

    def depth(self):
        return 1 + max((child.depth() for child in self._prev), default=0)

    def backward(self):
        def build(node):
            if node in topo:
                return
            for child in node._prev:
                build(child)
            topo[node] = None

        topo = {}  # a dict keeps the order, and finds quickly
        build(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def _value(x):
    if isinstance(x, Value):
        return x
    return Value(x)
