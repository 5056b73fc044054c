import math

print("loading engine")

DEBUG = True
calls = 0


class Value:
    """a number in the graph"""

    def __init__(self, data, children=(), op=""):
        self.data = data
        self.grad = 0
        self._prev = set(children)
        self._op = op
        self._backward = lambda: None

    def __repr__(self):
        return "Value(" + str(self.data) + ")"

    def __add__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = backward
        return out

    def __radd__(self, other):
        if other == 0:
            return self          # sum() starts from 0
        return self + other

    def __mul__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        global calls
        calls += 1
        if DEBUG and calls % 1000 == 0:
            print("multiplication number", calls, self, other)
        out = Value(self.data * other.data, (self, other), "*")
        def backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = backward
        return out

    def __rmul__(self, other):
        return Value(other) * self

    def __neg__(self):
        out = Value(-self.data, (self,), "-")
        def backward():
            self.grad += -1 * out.grad
        out._backward = backward
        return out

    def __sub__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        out = Value(self.data - other.data, (self, other), "-")
        def backward():
            self.grad += out.grad
            other.grad += -out.grad
        out._backward = backward
        return out

    def __rsub__(self, other):
        out = Value(other - self.data, (self,), "r-")
        def backward():
            self.grad += -out.grad
        out._backward = backward
        return out

    def tanh(self):
        x = self.data
        if x > 100:
            t = 1.0
        elif x < -100:
            t = -1.0
        else:
            t = (math.exp(x) - math.exp(-x)) / (math.exp(x) + math.exp(-x))
        out = Value(t, (self,), "tanh")
        def backward():
            self.grad += (1 - t * t) * out.grad
        out._backward = backward
        return out

    def __pow__(self, n):
        print("pow", self, n) if DEBUG else None
        if isinstance(n, Value):
            raise AssertionError("exponent is a Value!!!")
        out = Value(self.data ** n, (self,), "^")
        def backward():
            self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = backward
        return out

    def __truediv__(self, other):
        if isinstance(other, Value) == False:
            other = Value(other)
        out = Value(self.data / other.data, (self, other), "/")
        def backward():
            self.grad += 1 / other.data * out.grad
            other.grad += -self.data / other.data ** 2 * out.grad
        out._backward = backward
        return out

    def __rtruediv__(self, other):
        out = Value(other / self.data, (self,), "r/")
        def backward():
            self.grad += -other / self.data ** 2 * out.grad
        out._backward = backward
        return out

    def backward(self):
        print("backward from", self)
        order = []
        visited = []
        def visit(v):
            for u in visited:
                if u is v:
                    return
            visited.append(v)
            for child in v._prev:
                visit(child)
            order.append(v)
        visit(self)
        self.grad = 1
        for i in range(len(order) - 1, -1, -1):
            order[i]._backward()
        return self.grad
