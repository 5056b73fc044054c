"""The guard refuses every plain exponent.

What happens: `a ** 2` and `a ** 0.5` both end in an AssertionError. The
condition is the wrong way round, or it can't be met by anything.
Why it seems right: an assert is read as "stop if …"; but it stops if *not*.
What to look at: read it aloud as "I insist that …", and try your condition by
itself with 2 and with 0.5.
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, Value), "the exponent must not be a Value"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
