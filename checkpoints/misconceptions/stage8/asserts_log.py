"""log refuses by an assertion.

What happens: an AssertionError comes where the text asks for a ValueError. An
assert says that the program is wrong; a ValueError, that the number is. And
`python -O` leaves asserts out.
Why it seems right: stage 4 drew its boundary that way: there it was the kind
of the exponent, which is a fault in the program.
What to look at: the stub says which error it is. `raise ValueError(…)`,
behind an `if`.
"""

unit = "Value.log"


def log(self):
    assert self.data > 0, f"log needs a number above 0, and got {self.data}"
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
