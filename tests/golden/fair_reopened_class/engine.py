"""One class statement for each stage; each goes on where the last one stopped."""

import math


class Value:
    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)


# ---------------------------------------------------------------- stage 1

class Value(Value):
    def __add__(self, other):
        other = self.of(other)
        out = type(self)(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self.of(other) + self


# ---------------------------------------------------------------- stage 2

class Value(Value):
    def __mul__(self, other):
        other = self.of(other)
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __rmul__(self, other):
        return self.of(other) * self

    def __neg__(self):
        return self.of(-1) * self

    def __sub__(self, other):
        return self + -self.of(other)

    def __rsub__(self, other):
        return self.of(other) - self


# ---------------------------------------------------------------- stage 3

class Value(Value):
    def tanh(self):
        t = math.sinh(self.data) / math.cosh(self.data)
        out = Value(t, (self,), 'tanh')

        def _backward():
            self.grad += out.grad / math.cosh(self.data) ** 2

        out._backward = _backward
        return out


# ---------------------------------------------------------------- stage 4

class ExponentError(AssertionError):
    """My own kind of AssertionError."""


class Value(Value):
    def __pow__(self, exponent):
        if not isinstance(exponent, (int, float)):
            raise ExponentError("I can only raise to constant powers")
        out = Value(self.data ** exponent, (self,), f'^{exponent}')

        def _backward():
            self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        return self * self.of(other) ** -1

    def __rtruediv__(self, other):
        return self.of(other) / self


# ---------------------------------------------------------------- stage 5

class Value(Value):
    def backward(self):
        self.grad = 1.0
        for node in self._sorted():
            node._backward()

    def _sorted(self):
        """Put each node off until the last of its users has been seen."""
        order, waiting = [], [self]
        users = self._users({})
        while waiting:
            node = waiting.pop(0)
            order.append(node)
            for child in node._prev:
                users[child].discard(node)
                if not users[child]:
                    waiting.append(child)
        return order

    def _users(self, users):
        for child in self._prev:
            new = child not in users
            users.setdefault(child, set()).add(self)
            if new:
                child._users(users)
        return users
