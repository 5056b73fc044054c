"""A Value that guards its numbers: `data` and `grad` are properties and always floats."""

from math import tanh


class Value(object):

    def __init__(self, number, operands=(), operation=""):
        self.__number = float(number)
        self.__gradient = 0.0
        self.__operands = list(operands)
        self.__operation = operation
        self._backward = Value.__nothing

    @staticmethod
    def __nothing():
        return None

    @property
    def data(self):
        return self.__number

    @data.setter
    def data(self, number):
        self.__number = float(number)

    @property
    def grad(self):
        return self.__gradient

    @grad.setter
    def grad(self, number):
        if isinstance(number, Value):
            raise TypeError("a gradient is a number")
        self.__gradient = float(number)

    @property
    def _prev(self):
        return list(self.__operands)

    @property
    def _op(self):
        return self.__operation

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __binary(self, other, number, operation, mine, theirs):
        out = Value(number, [self, other], operation)

        def _backward():
            if self is other:
                self.grad += (mine() + theirs()) * out.grad
            else:
                self.grad += mine() * out.grad
                other.grad += theirs() * out.grad

        out._backward = _backward
        return out

    def __unary(self, number, operation, slope):
        out = Value(number, [self], operation)

        def _backward():
            self.grad += slope() * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = Value.wrap(other)
        return self.__binary(other, self.data + other.data, "+", lambda: 1, lambda: 1)

    def __radd__(self, other):
        return Value.wrap(other).__add__(self)

    def __mul__(self, other):
        other = Value.wrap(other)
        return self.__binary(other, self.data * other.data, "*", lambda: other.data, lambda: self.data)

    def __rmul__(self, other):
        return Value.wrap(other).__mul__(self)

    def __neg__(self):
        return self.__unary(-self.data, "neg", lambda: -1)

    def __sub__(self, other):
        other = Value.wrap(other)
        return self.__binary(other, self.data - other.data, "-", lambda: 1, lambda: -1)

    def __rsub__(self, other):
        return Value.wrap(other).__sub__(self)

    def tanh(self):
        return self.__unary(tanh(self.data), "tanh", lambda: 1 - tanh(self.data) ** 2)

    def __pow__(self, n):
        try:
            n = float(n)
        except TypeError:
            raise AssertionError("the exponent must be a plain number") from None
        return self.__unary(self.data**n, "**", lambda: n * self.data ** (n - 1))

    def __truediv__(self, other):
        other = Value.wrap(other)
        return self.__binary(
            other, self.data / other.data, "/", lambda: 1 / other.data, lambda: -self.data / other.data**2
        )

    def __rtruediv__(self, other):
        return Value.wrap(other).__truediv__(self)

    def backward(self):
        order = self.__in_order()
        self.grad = 1.0
        for node in order:
            node._backward()

    def __in_order(self):
        """The classic two-colour walk with a stack of iterators."""
        finished, started = [], {id(self)}
        stack = [(self, iter(self._prev))]
        while stack:
            node, rest = stack[-1]
            child = next((c for c in rest if id(c) not in started), None)
            if child is None:
                finished.append(node)
                stack.pop()
            else:
                started.add(id(child))
                stack.append((child, iter(child._prev)))
        return finished[::-1]
