"""A base that is not positive is refused by an assertion.

What happens: an AssertionError comes where the text asks for a ValueError: it
is the number that is wrong, not the program.
Why it seems right: stage 4 drew its boundary that way.
What to look at: the stub says which error it is: `raise ValueError(…)`,
behind an `if`.
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    assert self.data > 0, f"power needs a base above 0, and got {self.data}"
    out = Value(self.data**exponent.data, (self, exponent), "power")

    def _backward():
        self.grad += exponent.data * self.data ** (exponent.data - 1) * out.grad
        exponent.grad += out.data * math.log(self.data) * out.grad

    out._backward = _backward
    return out
