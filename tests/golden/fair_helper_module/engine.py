import graphlib

from rules import Add, Div, Mul, Neg, Power, Sub, Tanh


class Value:
    def __init__(self, data, _children=(), _op="", rule=None):
        self.data = data
        self.grad = 0.0
        self._operands = tuple(_children)
        self._op = _op
        self._rule = rule

    @property
    def _prev(self):
        return set(self._operands)

    def _backward(self):
        if self._rule is None:
            return
        numbers = [operand.data for operand in self._operands]
        for operand, slope in zip(self._operands, self._rule.slopes(self.data, *numbers)):
            operand.grad += slope * self.grad

    @classmethod
    def apply(cls, rule, *operands):
        nodes = [x if isinstance(x, cls) else cls(x) for x in operands]
        return cls(rule(*(n.data for n in nodes)), nodes, type(rule).__name__, rule)

    def __add__(self, other):
        return self.apply(Add(), self, other)

    def __radd__(self, other):
        return self.apply(Add(), other, self)

    def __mul__(self, other):
        return self.apply(Mul(), self, other)

    def __rmul__(self, other):
        return self.apply(Mul(), other, self)

    def __neg__(self):
        return self.apply(Neg(), self)

    def __sub__(self, other):
        return self.apply(Sub(), self, other)

    def __rsub__(self, other):
        return self.apply(Sub(), other, self)

    def tanh(self):
        return self.apply(Tanh(), self)

    def __pow__(self, n):
        assert isinstance(n, int | float), f"only constant powers, not {n!r}"
        return self.apply(Power(n), self)

    def __truediv__(self, other):
        return self.apply(Div(), self, other)

    def __rtruediv__(self, other):
        return self.apply(Div(), other, self)

    def backward(self, gradient=1.0):
        graph, waiting = {}, [self]
        while waiting:
            node = waiting.pop()
            if node not in graph:
                graph[node] = set(node._operands)
                waiting.extend(node._operands)
        order = list(graphlib.TopologicalSorter(graph).static_order())
        self.grad = gradient
        while order:
            order.pop()._backward()

    def __repr__(self):
        return "Value(%s, grad=%s, op=%r)" % (self.data, self.grad, self._op)
