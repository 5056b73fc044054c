"""The code that was given: its operands are gone."""

stage = "stage1"
unit = "Value.__init__"


def __init__(self, data, _children=(), _op="", label=""):
    self.data = data
    self.grad = 0.0
    self._backward = lambda: None
    self._prev = set()
    self._op = _op
    self.label = label
