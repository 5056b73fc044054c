"""The gradient is a single number.

What happens: `grad` is 0.0, as in `Value`, without a shape. The first
backward pass may give it one by chance, but whoever reads it before gets a
number, and where it is not reached it stays one. Why it seems right: numpy
stretches a number to whatever it is added to. What to look at: each element
of `data` has a derivative of its own. How many numbers must `grad` hold from
the beginning?
"""

unit = "Tensor.__init__"


def __init__(self, data, _children=(), _op=""):
    self.data = np.array(data, dtype=np.float64)
    self.grad = 0.0
    self._backward = lambda: None
    self._prev = set(_children)
    self._op = _op
