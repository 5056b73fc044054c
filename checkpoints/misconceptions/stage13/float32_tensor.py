"""The numbers are kept as float32.

What happens: everything comes out right to six or seven digits. Sums over
many elements and many steps lose more of them, and gradients that are
compared closely differ. Why it seems right: float32 is what graphics cards
like, and what PyTorch takes by default. What to look at: how many digits has
float64, which is also what a Python float has?
"""

unit = "Tensor.__init__"


def __init__(self, data, _children=(), _op=""):
    self.data = np.array(data, dtype=np.float32)
    self.grad = np.zeros(self.data.shape)
    self._backward = lambda: None
    self._prev = set(_children)
    self._op = _op
