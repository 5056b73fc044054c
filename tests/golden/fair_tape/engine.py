"""No sorting: a tape remembers the order in which results were made; backward rewinds it."""

import math
import weakref


class Tape:
    def __init__(self):
        self.records = []

    def record(self, node):
        self.records.append(weakref.ref(node))

    def rewind(self):
        self.records = [record for record in self.records if record() is not None]
        for record in reversed(self.records):
            node = record()
            if node is not None:
                yield node


TAPE = Tape()


class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)
        self._op = _op
        self._backward = self.__class__.nothing
        if _children:
            TAPE.record(self)

    @staticmethod
    def nothing():
        pass

    def __add__(self, other):
        other = _lift(other)
        out = Value(self.data + other.data, (self, other), "add")

        def _backward(a=self, b=other, g=weakref.proxy(out)):
            a.grad += g.grad
            b.grad += g.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = _lift(other)
        out = Value(self.data * other.data, (self, other), "mul")

        def _backward(a=self, b=other, g=weakref.proxy(out)):
            a.grad, b.grad = (
                (a.grad + b.data * g.grad, b.grad + a.data * g.grad)
                if a is not b
                else (a.grad + 2 * a.data * g.grad,) * 2
            )

        out._backward = _backward
        return out

    def __pow__(self, p):
        assert isinstance(p, (int, float)), ("the exponent must be a number, not", type(p))
        out = Value(self.data**p, (self,), "pow")

        def _backward(a=self, g=weakref.proxy(out)):
            a.grad += p * a.data ** (p - 1) * g.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward(a=self, g=weakref.proxy(out)):
            a.grad += (1 - g.data**2) * g.grad

        out._backward = _backward
        return out

    __radd__ = lambda self, other: self + other
    __rmul__ = lambda self, other: self * other
    __neg__ = lambda self: self * -1.0
    __sub__ = lambda self, other: self + _lift(other) * -1.0
    __rsub__ = lambda self, other: _lift(other) + self * -1.0
    __truediv__ = lambda self, other: self * _lift(other) ** -1.0
    __rtruediv__ = lambda self, other: _lift(other) * self**-1.0

    def backward(self):
        mine = {self}
        self.grad = 1.0
        for node in TAPE.rewind():
            if node in mine:
                mine.update(node._prev)
                node._backward()


def _lift(x):
    return x if isinstance(x, Value) else Value(x)
