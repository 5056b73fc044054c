"""A scalar autograd engine: numbers that remember how they were made.

Each operation writes its derivative rule beside its result. `backward` then
applies the chain rule from the last result back to the first inputs.
"""

import math


class Value:
    """A number, how it was made, and the derivative of a later result by it.

    `data` is the number. `grad` is d(result)/d(this node), 0.0 until a backward
    pass adds to it. `_prev` is the set of operands, `_op` names the operation
    (both empty for a leaf), and `_backward` hands this node's `grad` on to the
    operands. Two nodes with equal data are still two nodes, so Value has
    neither `__eq__` nor `__hash__`.
    """

    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        """Return self + other as a new Value.

        `other` is a Value or a plain number; wrap a number in a Value first.
        The new node has both operands in `_prev` and a name in `_op`. Its
        `_backward` takes no argument: it adds to the `grad` of each operand
        the operand's share of `out.grad`. In `a + a` the one operand is used
        twice and gets two shares.
        """
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        """Return other + self, where `other` is a plain number.

        Python calls this for `3 + a`, and for the first step of
        `sum([a, b])`, which starts from the number 0.
        """
        return self + other

    def __mul__(self, other):
        """Return self * other as a new Value.

        As in `__add__`: wrap a plain number, remember both operands and the
        operation, and let `_backward` add to the `grad` of each operand its
        local derivative times `out.grad`.
        """
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __rmul__(self, other):
        """Return other * self, where `other` is a plain number: `2 * a`."""
        return self * other

    def __neg__(self):
        """Return -self as a node of the graph, so that gradients reach self."""
        return self * -1

    def __sub__(self, other):
        """Return self - other, where `other` is a Value or a plain number.

        Gradients must reach both sides, also where a side is itself a result.
        """
        return self + (-other)

    def __rsub__(self, other):
        """Return other - self, where `other` is a plain number: `3 - a`."""
        return other + (-self)

    def tanh(self):
        """Return the hyperbolic tangent of self as a new Value.

        The forward result may come from `math.tanh` or from exponentials.
        `_prev` holds self alone. The local derivative can be had from the
        result without computing anything of x again.
        """
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        """Return self ** exponent for a constant exponent, an int or a float.

        The exponent is no node of the graph: `_prev` holds self alone, and
        only self gets a gradient. A Value as the exponent is refused with an
        AssertionError that has a message saying so.
        """
        assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        """Return self / other, where `other` is a Value or a plain number.

        Gradients must reach both sides, also where a side is itself a result.
        """
        return self * other**-1

    def __rtruediv__(self, other):
        """Return other / self, where `other` is a plain number: `2 / a`."""
        return other * self**-1

    def backward(self):
        """Add d(self)/d(node) to the `grad` of every node self was made from.

        Set the `grad` of self to 1.0. Then call the `_backward` of each result
        in the graph exactly once, and only after every node that uses it has
        had its turn. The time must grow with the number of nodes, not with the
        number of paths between them. Nodes outside the graph stay untouched.
        (Stage 9 asks for it again, then without recursion.)
        """
        order, visited, waiting = [], {self}, []
        node, operands = self, iter(self._prev)
        while node:
            for operand in operands:
                if operand._prev and operand not in visited:  # a leaf has nothing to hand on
                    visited.add(operand)
                    waiting.append((node, operands))
                    node, operands = operand, iter(operand._prev)
                    break
            else:  # all that the node was made from is in order
                order.append(node)
                node, operands = waiting.pop() if waiting else (None, None)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()

    def relu(self):
        """Return self where it is positive, and 0 where it is not, as a new Value.

        `_prev` holds self alone, and self keeps its number. Above 0 the
        gradient comes through whole, below 0 nothing of it does.
        """
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        """Return e to the power of self as a new Value; `_prev` holds self alone.

        The local derivative can be had from the result without computing
        anything of x again.
        """
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        """Return the natural logarithm of self as a new Value; `_prev` holds self alone.

        A number that is not positive has none. It is refused with a
        ValueError whose message names log and shows the number.
        """
        if not self.data > 0:
            raise ValueError(f"log needs a number above 0, and got {self.data}")
        out = Value(math.log(self.data), (self,), "log")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def power(self, exponent):
        """Return self ** exponent as a new Value, where the exponent is a Value, too.

        A plain number as the exponent is wrapped. `_prev` holds both, and both
        get a gradient. That of the exponent needs the logarithm of self, so a
        self that is not positive is refused with a ValueError whose message
        shows its number and has the word base in it. (`**` keeps its
        boundary: there the exponent is no node.)
        """
        exponent = exponent if isinstance(exponent, Value) else Value(exponent)
        if not self.data > 0:
            raise ValueError(f"power needs a base above 0, and got {self.data}")
        out = Value(self.data**exponent.data, (self, exponent), "power")

        def _backward():
            self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
            exponent.grad += out.data * math.log(self.data) * out.grad

        out._backward = _backward
        return out
