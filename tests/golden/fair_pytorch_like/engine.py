"""Looks like the big one: Function, context, requires_grad, and interior gradients that don't pile up."""

import math
import typing as t


class Context:
    def save(self, *numbers):
        self.saved = numbers


class Function:
    name = "?"

    @classmethod
    def apply(cls, *operands, **settings):
        operands = [x if isinstance(x, Value) else Value(x, requires_grad=False) for x in operands]
        context = Context()
        data = cls.forward(context, *(x.data for x in operands), **settings)
        out = Value(data, operands, cls.name)

        def _backward():
            gradients = cls.backward(context, out.grad)
            for operand, gradient in zip(operands, gradients):
                operand.grad += gradient

        out._backward = _backward
        return out


class AddFunction(Function):
    name = "AddBackward"

    @staticmethod
    def forward(context, a, b):
        return a + b

    @staticmethod
    def backward(context, g):
        return g, g


class MulFunction(Function):
    name = "MulBackward"

    @staticmethod
    def forward(context, a, b):
        context.save(a, b)
        return a * b

    @staticmethod
    def backward(context, g):
        a, b = context.saved
        return g * b, g * a


class PowFunction(Function):
    name = "PowBackward"

    @staticmethod
    def forward(context, a, n):
        context.save(a, n)
        return a**n

    @classmethod
    def apply(cls, a, n):
        return super().apply(a, n=n)

    @staticmethod
    def backward(context, g):
        a, n = context.saved
        return (g * n * a ** (n - 1),)


class TanhFunction(Function):
    name = "TanhBackward"

    @staticmethod
    def forward(context, x):
        context.save(math.tanh(x))
        return context.saved[0]

    @staticmethod
    def backward(context, g):
        (tanh,) = context.saved
        return (g - g * tanh**2,)


class Value:
    def __init__(self, data, _children=(), _op="", *, requires_grad=True):
        self.data = data
        self.grad = 0.0
        self.requires_grad = requires_grad
        self._prev = frozenset(_children)
        self._op = _op
        self._backward: t.Callable = lambda: None

    @property
    def is_leaf(self):
        return not self._prev

    def __add__(self, other):
        return AddFunction.apply(self, other)

    def __radd__(self, other):
        return AddFunction.apply(other, self)

    def __mul__(self, other):
        return MulFunction.apply(self, other)

    def __rmul__(self, other):
        return MulFunction.apply(other, self)

    def __neg__(self):
        return MulFunction.apply(self, -1.0)

    def __sub__(self, other):
        return AddFunction.apply(self, MulFunction.apply(other, -1.0))

    def __rsub__(self, other):
        return AddFunction.apply(other, -self)

    def tanh(self):
        return TanhFunction.apply(self)

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise AssertionError("pow(): argument 'exponent' must be a number")
        return PowFunction.apply(self, n)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self * (1.0 / other)
        return self * PowFunction.apply(other, -1)

    def __rtruediv__(self, other):
        return MulFunction.apply(other, self**-1)

    def backward(self, gradient=None, retain_graph=True):
        order = []
        colour = {}
        stack = [self]
        while stack:
            node = stack[-1]
            if colour.get(node) is None:
                colour[node] = "grey"
                stack += [child for child in node._prev if child not in colour]
            else:
                stack.pop()
                if colour[node] == "grey":
                    colour[node] = "black"
                    order.append(node)
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad = 1.0 if gradient is None else gradient
        for node in reversed(order):
            node._backward()
