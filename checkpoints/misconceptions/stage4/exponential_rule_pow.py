"""The slope is taken towards the exponent.

What happens: the power is multiplied by a logarithm of the base, which fails
for a negative base. That is how the result moves when the *exponent* is
nudged.
Why it seems right: it is a rule for powers and can be found in every table of
derivatives.
What to look at: what is nudged here, the base or the exponent? Which of the
two is a constant?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = Value(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += self.data**exponent * math.log(self.data) * out.grad

    out._backward = _backward
    return out
