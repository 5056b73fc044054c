"""The tensor works on the array that it was given.

What happens: `np.asarray` makes no copy of an array that already has the
right type. Whoever changes that array later changes the tensor, and the other
way round; an update `p.data -= …` of one reaches into the other. Why it seems
right: it saves memory, and with lists there is no difference. What to look
at: a list is copied in any case. What does `np.asarray` do with an array, and
what does `np.array`?
"""

unit = "Tensor.__init__"


def __init__(self, data, _children=(), _op=""):
    self.data = np.asarray(data, dtype=np.float64)
    self.grad = np.zeros(self.data.shape)
    self._backward = lambda: None
    self._prev = set(_children)
    self._op = _op
