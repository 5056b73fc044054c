"""Numbers and gradient are the same array.

What happens: `grad` is another name for `data`. The gradient does not start
at 0, and every `+=` on it changes the numbers as well. Why it seems right: it
has the right shape and the right type. What to look at: `a = b` copies no
array. Which call makes a new one of the same shape?
"""

unit = "Tensor.__init__"


def __init__(self, data, _children=(), _op=""):
    self.data = np.array(data, dtype=np.float64)
    self.grad = self.data
    self._backward = lambda: None
    self._prev = set(_children)
    self._op = _op
