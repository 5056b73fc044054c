"""Taking tanh of `a` changes `a`.

What happens: the result is right, but `a` itself now holds it. A node that is
used a second time now stands for another number, and derivatives taken later
use that one.
Why it seems right: the first result is correct, and the operand is rarely
looked at again.
What to look at: print `a.data` before and after the operation. On the left of
which `=` does it stand?
"""

unit = "Value.tanh"


def tanh(self):
    self.data = math.tanh(self.data)
    out = Value(self.data, (self,), "tanh")

    def _backward():
        self.grad += (1 - self.data**2) * out.grad

    out._backward = _backward
    return out
