"""`a ** Value(3)` ends in a TypeError, and not in a refusal of your own.

What happens: nothing stops a Value at the door, so Python's own message about
`**` appears further inside. Perhaps there is an assert, but one that is
always true: a condition and a message in one pair of brackets are a tuple,
and a tuple that isn't empty counts as true. Or something else than an
AssertionError is raised.
Why it seems right: it does end in an error.
What to look at: put `print("checked")` behind your guard. Does a Value come
past it?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
