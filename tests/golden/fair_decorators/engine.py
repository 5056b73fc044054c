import functools
import math
import weakref


def wraps_numbers(method):
    """Let `method` take plain numbers as well as Values."""
    @functools.wraps(method)
    def wrapped(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)
    return wrapped


def operation(symbol):
    """The method returns (data, rule); the decorator makes the node."""
    def decorate(method):
        @functools.wraps(method)
        def wrapped(self, *others):
            data, rule = method(self, *others)
            operands = [self] + [x for x in others if isinstance(x, Value)]
            out = Value(data, operands, symbol)
            me = weakref.ref(out)  # no cycle of references
            def _backward():
                node = me()
                rule(node.grad)
            out._backward = _backward
            return out
        return wrapped
    return decorate


class Value:
    def __init__(self, data, _children=(), _op='', label=None):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = tuple(dict.fromkeys(_children))
        self._op = _op
        self.label = label

    @wraps_numbers
    @operation('+')
    def __add__(self, other):
        def rule(g):
            self.grad += g
            other.grad += g
        return self.data + other.data, rule

    @wraps_numbers
    def __radd__(self, other):
        return other + self

    @wraps_numbers
    @operation('*')
    def __mul__(self, other):
        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data
        return self.data * other.data, rule

    @wraps_numbers
    def __rmul__(self, other):
        return other * self

    @operation('neg')
    def __neg__(self):
        def rule(g):
            self.grad -= g
        return -self.data, rule

    @wraps_numbers
    @operation('-')
    def __sub__(self, other):
        def rule(g):
            self.grad += g
            other.grad -= g
        return self.data - other.data, rule

    @wraps_numbers
    def __rsub__(self, other):
        return other - self

    @operation('tanh')
    def tanh(self):
        t = math.tanh(self.data)
        def rule(g):
            self.grad += g * (1 - t ** 2)
        return t, rule

    @operation('**')
    def __pow__(self, n):
        assert isinstance(n, (float, int)), 'exponent: a number, not a Value'
        def rule(g):
            self.grad += g * n * self.data ** (n - 1)
        return self.data ** n, rule

    @wraps_numbers
    @operation('/')
    def __truediv__(self, other):
        def rule(g):
            self.grad += g / other.data
            other.grad += -g * self.data / other.data ** 2
        return self.data / other.data, rule

    @wraps_numbers
    def __rtruediv__(self, other):
        return other / self

    @functools.cached_property
    def order(self):
        seen, result = set(), []
        def visit(n):
            if n not in seen:
                seen.add(n)
                for p in n._prev:
                    visit(p)
                result.append(n)
        visit(self)
        return result[::-1]

    def backward(self):
        self.grad = 1.0
        for n in self.order:
            n._backward()
