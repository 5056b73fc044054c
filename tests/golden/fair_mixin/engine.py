import math


class Operators:
    """Everything that follows from + * ** and needs no derivative of its own."""

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * (-1)

    def __sub__(self, other):
        return self + other * (-1)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return self * other ** (-1)

    def __rtruediv__(self, other):
        return Value(other) / self


class Differentiable:
    def topological(self):
        result, seen = [], []

        def visit(node):
            if id(node) in seen:
                return
            seen.append(id(node))
            for operand in node._prev:
                visit(operand)
            result.insert(0, node)

        visit(self)
        return result

    def backward(self):
        self.grad = 1
        for node in self.topological():
            node._backward()


class Value(Operators, Differentiable):
    def __init__(self, data, _children=(), _op=""):
        self.data = data
        self.grad = 0
        self._prev = frozenset(_children)
        self._op = _op
        self._backward = self._leaf

    def _leaf(self):
        """A leaf has nobody to hand its gradient to."""

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        total = Value(self.data + other.data, (self, other), "sum")

        def _backward():
            self.grad = self.grad + total.grad
            other.grad = other.grad + total.grad

        total._backward = _backward
        return total

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        product = Value(self.data * other.data, (self, other), "product")

        def _backward():
            self.grad = self.grad + other.data * product.grad
            other.grad = other.grad + self.data * product.grad

        product._backward = _backward
        return product

    def __pow__(self, exponent):
        if not isinstance(exponent, (int, float)):
            raise AssertionError(f"cannot raise to the power of a {type(exponent).__name__}")
        power = Value(self.data**exponent, (self,), "power")

        def _backward():
            self.grad = self.grad + power.grad * exponent * self.data ** (exponent - 1)

        power._backward = _backward
        return power

    def tanh(self):
        plus, minus = math.exp(self.data), math.exp(-self.data)
        t = (plus - minus) / (plus + minus)
        result = Value(t, (self,), "tanh")

        def _backward():
            self.grad = self.grad + result.grad * (1 + t) * (1 - t)

        result._backward = _backward
        return result
