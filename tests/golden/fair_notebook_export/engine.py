#!/usr/bin/env python
# coding: utf-8

# # Autograd, chapter by chapter

# In[1]:


import math
import random


# In[2]:


class Value:

    def __init__(self, data):
        self.data = data

    def __repr__(self):
        return f"Value(data={self.data})"


# In[3]:


a = Value(2.0)
a


# Now with addition, and the children.

# In[4]:


class Value:

    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), '+')

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), '*')


a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = Value(10.0, label='c')
d = a*b + c
d, d._prev, d._op


# In[17]:


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

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, k):
        if isinstance(k, (int, float)):
            out = Value(self.data ** k, (self,), f'**{k}')

            def _backward():
                self.grad += k * self.data ** (k - 1) * out.grad
            out._backward = _backward
            return out
        assert False, f"unsupported exponent {k}"

    def tanh(self):
        e = math.exp(2 * self.data)
        out = Value((e - 1) / (e + 1), (self,), 'tanh')

        def _backward():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return other + (-self)

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        return self * other ** -1

    def __rtruediv__(self, other):
        return other * self ** -1

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v in visited:
                return
            visited.add(v)
            for child in v._prev:
                build(child)
            topo.append(v)

        build(self)
        self.grad = 1.0
        for v in topo[::-1]:
            v._backward()


# In[18]:


a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = Value(10.0, label='c')
e = a * b
d = e + c
f = Value(-2.0, label='f')
L = d * f
L.backward()
print(a, b, c, d, e, f)
assert a.grad == 6.0 and b.grad == -4.0


# In[19]:


for node in (a, b):
    h = 0.001
    node.data += h
    L1 = (a * b + c) * f
    node.data -= h
    assert abs((L1.data - L.data) / h - node.grad) < 1e-6


# In[ ]:


if __name__ == "__main__":
    random.seed(1)
    n = (a * 0.5 + b * 0.25).tanh()
    n.backward()
    print(n, a.grad, b.grad)
