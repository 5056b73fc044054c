"""The power is built and not handed over.

What happens: `a ** 2` is None. The method does its work and then ends without
handing the result to anybody, and the error appears later, where the None is
used.
Why it seems right: nothing fails inside the method, and Python gives None
without a word.
What to look at: the last line of the method. What does the caller get to see?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
