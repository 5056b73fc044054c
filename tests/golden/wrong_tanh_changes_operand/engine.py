"""A scalar autograd engine: numbers that remember how they were made."""

import math


class Value:
    """A number, how it was made, and the derivative of a later result by it."""

    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        """Return self + other as a new Value."""
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "add")

        def push():
            """Both slopes are 1."""
            self.grad = self.grad + out.grad * 1
            other.grad = other.grad + out.grad * 1

        out._backward = push
        return out

    def __radd__(self, other):
        """Return other + self, where `other` is a plain number."""
        return self.__add__(other)

    def __mul__(self, other):
        """Return self * other as a new Value."""
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "mul")

        def push():
            self.grad = self.grad + out.grad * other.data
            other.grad = other.grad + out.grad * self.data

        out._backward = push
        return out

    def __rmul__(self, other):
        """Return other * self, where `other` is a plain number: `2 * a`."""
        return self.__mul__(other)

    def __neg__(self):
        """Return -self as a node of the graph, so that gradients reach self."""
        return self.__mul__(-1)

    def __sub__(self, other):
        """Return self - other, where `other` is a Value or a plain number."""
        return self.__add__(other * -1)

    def __rsub__(self, other):
        """Return other - self, where `other` is a plain number: `3 - a`."""
        return self.__neg__().__add__(other)

    def tanh(self):
        """Return the hyperbolic tangent of self as a new Value."""
        self.data = math.tanh(self.data)
        t = self.data
        out = Value(t, (self,), "tanh")

        def push():
            self.grad = self.grad + out.grad * (1 - t) * (1 + t)

        out._backward = push
        return out

    def __pow__(self, exponent):
        """Return self ** exponent for a constant exponent, an int or a float."""
        if isinstance(exponent, Value):
            raise AssertionError("the exponent is a Value; only numbers are supported (stage 4)")
        out = Value(self.data**exponent, (self,), "pow")

        def push():
            self.grad = self.grad + out.grad * exponent * out.data / self.data

        out._backward = push
        return out

    def __truediv__(self, other):
        """Return self / other, where `other` is a Value or a plain number."""
        return self.__mul__(other**-1)

    def __rtruediv__(self, other):
        """Return other / self, where `other` is a plain number: `2 / a`."""
        return self.__pow__(-1).__mul__(other)

    def backward(self):
        """Add d(self)/d(node) to the `grad` of every node self was made from."""
        order = []
        visited = set()

        def walk(node):
            if node in visited:
                return
            visited.add(node)
            for operand in node._prev:
                walk(operand)
            order.append(node)

        walk(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()
