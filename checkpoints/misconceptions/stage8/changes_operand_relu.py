"""relu writes into the number that it is given.

What happens: after a.relu(), a itself holds 0 where it was negative. Whoever
else uses a now computes with another number.
Why it seems right: the result is right, and the two are the same from then
on.
What to look at: which names stand left of an `=` in your method? Only those
of the new node may be there.
"""

unit = "Value.relu"


def relu(self):
    if self.data < 0:
        self.data = 0.0
    out = Value(self.data, (self,), "relu")

    def _backward():
        self.grad += (out.data > 0) * out.grad

    out._backward = _backward
    return out
