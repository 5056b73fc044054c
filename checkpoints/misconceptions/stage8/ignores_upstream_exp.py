"""exp hands on its own slope, whatever arrives.

What happens: out.grad is missing from the product. Where exp comes last,
out.grad is 1 and nothing shows.
Why it seems right: e to the x is its own slope, and that is what is handed
on.
What to look at: the chain rule multiplies two numbers. Where is the second
one in your line?
"""

unit = "Value.exp"


def exp(self):
    out = Value(math.exp(self.data), (self,), "exp")

    def _backward():
        self.grad += out.data

    out._backward = _backward
    return out
