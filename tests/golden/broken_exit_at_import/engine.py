# My autograd diary. The class first, everything else as it came along.

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


def V(thing):
    return thing if isinstance(thing, Value) else Value(thing)


# --- day 1

def add(a, b):
    b = V(b)
    c = Value(a.data + b.data, (a, b), '+')
    def f():
        a.grad += c.grad
        b.grad += c.grad
    c._backward = f
    return c

Value.__add__ = add
Value.__radd__ = Value.__add__


# --- day 2

def mul(a, b):
    b = V(b)
    c = Value(a.data * b.data, (a, b), '*')
    def f():
        a.grad += b.data * c.grad
        b.grad += a.data * c.grad
    c._backward = f
    return c

Value.__mul__ = mul
Value.__rmul__ = mul
Value.__neg__ = lambda a: a * -1
Value.__sub__ = lambda a, b: a + V(b) * -1
Value.__rsub__ = lambda a, b: V(b) - a


# --- day 3

def tanh(a):
    e = math.exp(2 * a.data)
    t = (e - 1) / (e + 1)
    c = Value(t, (a,), 'tanh')
    def f():
        a.grad += (1 - c.data ** 2) * c.grad
    c._backward = f
    return c

setattr(Value, "tanh", tanh)


# --- day 4

def power(a, n):
    if type(n) not in (int, float):
        raise AssertionError('the exponent is a constant')
    c = Value(a.data ** n, (a,), '**')
    def f():
        a.grad += n * a.data ** (n - 1) * c.grad
    c._backward = f
    return c

Value.__pow__ = power
Value.__truediv__ = lambda a, b: a * V(b) ** -1
Value.__rtruediv__ = lambda a, b: V(b) * a ** -1


print("that is all for today")
exit()

# --- day 5

def backward(root):
    done, order = {}, []

    def go(n):
        done[n] = True
        for m in n._prev:
            if m not in done:
                go(m)
        order.append(n)

    go(root)
    root.grad = 1.0
    order.reverse()
    for n in order:
        n._backward()

Value.backward = backward
