"""`_backward` lowers the exponent itself, and Python loses track of it.

What happens: a line such as `exponent -= 1` in `_backward` makes `exponent` a
variable of the inner function, which has no value yet. The forward result is
right; `_backward()` raises an UnboundLocalError.
Why it seems right: reading a name from around the function works, so changing
it looks as if it would.
What to look at: the name in Python's message. Does anything have to be
*stored* for the slope to be computed?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        exponent -= 1
        self.grad += (exponent + 1) * self.data**exponent * out.grad

    out._backward = _backward
    return out
