"""The slope is computed from x where the result belongs.

What happens: the gradient is multiplied by a's number. It should be
multiplied by e to the power of it.
Why it seems right: in `__mul__` it is the data of an operand.
What to look at: which number in your closure is e**x? You have computed it
before.
"""

unit = "Value.exp"


def exp(self):
    out = Value(math.exp(self.data), (self,), "exp")

    def _backward():
        self.grad += self.data * out.grad

    out._backward = _backward
    return out
