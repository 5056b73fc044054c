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
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "add")

        def push():
            """Both slopes are 1."""
            self.grad = self.grad + out.grad * 1
            other.grad = other.grad + out.grad * 1

        out._backward = push
        return out

    def __radd__(self, other):
        """Return other + self, where `other` is a plain number.

        Python calls this for `3 + a`, and for the first step of
        `sum([a, b])`, which starts from the number 0.
        """
        return self.__add__(other)

    def __mul__(self, other):
        """Return self * other as a new Value.

        As in `__add__`: wrap a plain number, remember both operands and the
        operation, and let `_backward` add to the `grad` of each operand its
        local derivative times `out.grad`.
        """
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "mul")

        def push():
            self.grad = self.grad + out.grad * other.data
            other.grad = other.grad + out.grad * self.data

        out._backward = push
        return out

    def __rmul__(self, other):
        """Return other * self, where `other` is a plain number: `2 * a`."""
        return self.__mul__(other)

    def __neg__(self):
        """Return -self as a node of the graph, so that gradients reach self."""
        return self.__mul__(-1)

    def __sub__(self, other):
        """Return self - other, where `other` is a Value or a plain number.

        Gradients must reach both sides, also where a side is itself a result.
        """
        return self.__add__(other * -1)

    def __rsub__(self, other):
        """Return other - self, where `other` is a plain number: `3 - a`."""
        return self.__neg__().__add__(other)

    def tanh(self):
        """Return the hyperbolic tangent of self as a new Value.

        The forward result may come from `math.tanh` or from exponentials.
        `_prev` holds self alone. The local derivative can be had from the
        result without computing anything of x again.
        """
        if self.data >= 0:
            e = math.exp(-2 * self.data)
            t = (1 - e) / (1 + e)
        else:
            e = math.exp(2 * self.data)
            t = (e - 1) / (e + 1)
        out = Value(t, (self,), "tanh")

        def push():
            self.grad = self.grad + out.grad * (1 - t) * (1 + t)

        out._backward = push
        return out

    def __pow__(self, exponent):
        """Return self ** exponent for a constant exponent, an int or a float.

        The exponent is no node of the graph: `_prev` holds self alone, and
        only self gets a gradient. A Value as the exponent is refused with an
        AssertionError that has a message saying so.
        """
        if isinstance(exponent, Value):
            raise AssertionError("the exponent is a Value; only numbers are supported (stage 4)")
        out = Value(self.data**exponent, (self,), "pow")

        def push():
            self.grad = self.grad + out.grad * exponent * out.data / self.data

        out._backward = push
        return out

    def __truediv__(self, other):
        """Return self / other, where `other` is a Value or a plain number.

        Gradients must reach both sides, also where a side is itself a result.
        """
        return self.__mul__(other**-1)

    def __rtruediv__(self, other):
        """Return other / self, where `other` is a plain number: `2 / a`."""
        return self.__pow__(-1).__mul__(other)

    def backward(self):
        """Add d(self)/d(node) to the `grad` of every node self was made from.

        Set the `grad` of self to 1.0. Then call the `_backward` of each result
        in the graph exactly once, and only after every node that uses it has
        had its turn. The time must grow with the number of nodes, not with the
        number of paths between them. Nodes outside the graph stay untouched.
        """
        self.grad = 1.0
        for node in self._results_first():
            node._backward()

    def _results_first(self):
        """Return the nodes of the graph, each before its operands: by its longest way from self."""
        depth = {self: 0}
        queue = [self]
        while queue:
            node = queue.pop()
            for operand in node._prev:
                if depth.get(operand, -1) < depth[node] + 1:
                    depth[operand] = depth[node] + 1
                    if operand not in queue:
                        queue.append(operand)
            queue.sort(key=depth.get, reverse=True)
        return sorted(depth, key=depth.get)
