"""Values as a dataclass. eq=False, or two numbers that are equal would be the same node."""

from dataclasses import InitVar, dataclass, field
from functools import partial
from math import cosh, tanh


def nothing():
    pass


@dataclass(eq=False)
class Value:
    data: float
    _children: InitVar[tuple] = ()
    _op: str = ""
    label: str = field(default="", repr=False)
    grad: float = field(default=0.0, init=False)
    _prev: list = field(default_factory=list, init=False, repr=False)
    _backward: object = field(default_factory=lambda: nothing, init=False, repr=False)

    def __post_init__(self, _children):
        self._prev = list(_children)

    def __add__(self, x):
        x = as_value(x)
        y = Value(self.data + x.data, (self, x), "plus")
        y._backward = partial(share, y, (self, 1), (x, 1))
        return y

    def __radd__(self, x):
        return Value(x) + self

    def __mul__(self, x):
        x = as_value(x)
        y = Value(self.data * x.data, (self, x), "times")
        y._backward = partial(share, y, (self, x.data), (x, self.data))
        return y

    def __rmul__(self, x):
        return Value(x) * self

    def __neg__(self):
        y = Value(-self.data, (self,), "minus")
        y._backward = partial(share, y, (self, -1))
        return y

    def __sub__(self, x):
        x = as_value(x)
        y = Value(self.data - x.data, (self, x), "minus")
        y._backward = partial(share, y, (self, 1), (x, -1))
        return y

    def __rsub__(self, x):
        return Value(x) - self

    def tanh(self):
        y = Value(tanh(self.data), (self,), "tanh")
        y._backward = partial(share, y, (self, 1 / cosh(self.data) ** 2))
        return y

    def __pow__(self, n):
        assert not isinstance(n, Value), "the exponent has to be a constant"
        y = Value(self.data**n, (self,), f"to the {n}")
        y._backward = partial(share, y, (self, n * self.data ** (n - 1)))
        return y

    def __truediv__(self, x):
        x = as_value(x)
        y = Value(self.data / x.data, (self, x), "over")
        y._backward = partial(share, y, (self, 1 / x.data), (x, -self.data / x.data**2))
        return y

    def __rtruediv__(self, x):
        return Value(x) / self

    def backward(self):
        order = self.order()
        self.grad = 1.0
        for node in order[::-1]:
            node._backward()
        return order

    def order(self, done=None):
        done = [] if done is None else done
        if not any(self is node for node in done):
            for child in self._prev:
                child.order(done)
            if not any(self is node for node in done):
                done.append(self)
        return done


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def share(y, *pairs):
    for node, slope in pairs:
        node.grad += slope * y.grad
