"""exp is given the slope of a power.

What happens: the gradient is x * e**(x - 1). That rule is for x**n, where the
variable is below; here it is above.
Why it seems right: both look like something with an exponent, and the rule
was needed in stage 4.
What to look at: in which of the two, x**3 and e**x, does the exponent move
when x does? At x = 0 your slope is 0: is e**x flat there?
"""

unit = "Value.exp"


def exp(self):
    out = Value(math.exp(self.data), (self,), "exp")

    def _backward():
        self.grad += self.data * math.exp(self.data - 1) * out.grad

    out._backward = _backward
    return out
