"""exp replaces the gradient of its operand instead of adding to it.

What happens: in exp(a) * a + exp(a), the contributions that came to a before
are gone.
Why it seems right: with one operand and one use nothing is lost. The well-
known video has it so at first, too.
What to look at: `=` or `+=`? The operand may be used by others.
"""

unit = "Value.exp"


def exp(self):
    out = Value(math.exp(self.data), (self,), "exp")

    def _backward():
        self.grad = out.data * out.grad

    out._backward = _backward
    return out
