import math


def topo(v, visited, order):
    if v not in visited:
        visited.append(v)
        for child in v._prev:
            topo(child, visited, order)
        order.append(v)
    return order


class Value:

    def __init__(self, data, children=None, op=None):
        self.data = data
        self.grad = 0.0
        self._prev = children or []
        self._op = op or ""
        self._backward = lambda: None

    def __add__(self, other):
        if not isinstance(other, Value):
            return self + Value(other)
        result = Value(self.data + other.data, [self, other], "+")
        def f():
            self.grad += result.grad
            other.grad += result.grad
        result._backward = f
        return result

    def __radd__(self, other):
        return Value(other) + self

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self * Value(other)
        result = Value(self.data * other.data, [self, other], "*")
        def f():
            self.grad += result.grad * other.data
            other.grad += result.grad * self.data
        result._backward = f
        return result

    def __rmul__(self, other):
        return Value(other) * self

    def __neg__(self):
        result = Value(-self.data, [self], "-")
        def f():
            self.grad -= result.grad
        result._backward = f
        return result

    def __sub__(self, other):
        if not isinstance(other, Value):
            return self - Value(other)
        result = Value(self.data - other.data, [self, other], "-")
        def f():
            self.grad += result.grad
            other.grad -= result.grad
        result._backward = f
        return result

    def __rsub__(self, other):
        return Value(other) - self

    def __pow__(self, other):
        assert type(other) is int or type(other) is float, "int or float, nothing else: " + str(other)
        result = Value(self.data ** other, [self], "**")
        def f():
            self.grad += result.grad * other * self.data ** (other - 1)
        result._backward = f
        return result

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self / Value(other)
        result = Value(self.data / other.data, [self, other], "/")
        def f():
            self.grad += result.grad / other.data
            other.grad -= result.grad * result.data / other.data
        result._backward = f
        return result

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        x = math.exp(-2 * abs(self.data))
        t = math.copysign((1 - x) / (1 + x), self.data)
        result = Value(t, [self], "tanh")
        def f():
            self.grad += result.grad * (1 - t * t)
        result._backward = f
        return result

    def backward(self):
        self.grad = 1.0
        for v in reversed(topo(self, [], [])):
            v._backward()
