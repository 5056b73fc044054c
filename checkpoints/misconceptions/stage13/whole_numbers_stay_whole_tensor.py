"""Whole numbers stay whole numbers.

What happens: of a list of ints numpy makes an array of ints. Its gradient is
one as well, and 0.5 cannot be added to it. Why it seems right: `Tensor([1.0,
2.0])` is an array of floats, as it should be. What to look at: which type has
`np.array([1, 2])`, and who says that it should be another?
"""

unit = "Tensor.__init__"


def __init__(self, data, _children=(), _op=""):
    self.data = np.array(data)
    self.grad = np.zeros_like(self.data)
    self._backward = lambda: None
    self._prev = set(_children)
    self._op = _op
