"""relu hands on 1 or 0, whatever arrives.

What happens: the local derivative is right, and out.grad is missing from it.
Where relu comes last, out.grad is 1 and nothing shows.
Why it seems right: the slope of relu is 1 or 0, and that is what was asked
for.
What to look at: the chain rule multiplies two numbers. Where is the second
one in your line?
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward():
        self.grad += 1.0 if out.data > 0 else 0.0

    out._backward = _backward
    return out
