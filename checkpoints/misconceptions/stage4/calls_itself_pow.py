"""`__pow__` asks Python for the same power again.

What happens: `a ** 2` ends in a RecursionError. The line in `__pow__` asks
Python for an operation that leads straight back to `__pow__`, and so on until
Python gives up. Deep graphs are another matter.
Why it seems right: as a formula the line is true; it only explains the thing
by itself.
What to look at: read your line as Python does: which object stands on the
left of the operator, and whose method is called then?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
