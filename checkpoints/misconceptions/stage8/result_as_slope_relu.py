"""The result of relu is used as its slope.

What happens: the gradient is multiplied by out.data: by 3 where a is 3. It
should come through as it is.
Why it seems right: below 0 it comes out right, for the result is 0 there, and
so is the slope. With a = 1 it is right above 0, too.
What to look at: from a = 3 to a = 3.001, by how much does relu move? Is the
slope 3, or something else?
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward():
        self.grad += out.data * out.grad

    out._backward = _backward
    return out
