"""A little comes through below 0.

What happens: a number below 0 is made small instead of 0, and so is its
gradient. That is a leaky relu: a good idea, and another function.
Why it seems right: it keeps neurons from dying, and many libraries have it.
What to look at: the lesson says what comes out below 0. What does yours give
for -2?
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.01 * self.data, (self,), "relu")

    def _backward():
        self.grad += (1 if self.data > 0 else 0.01) * out.grad

    out._backward = _backward
    return out
