"""tanh adds what arrives, where the chain rule multiplies.

What happens: slope and `out.grad` are joined by a plus: with a slope of 0.5
and 10 arriving, 10.5 is handed on.
Why it seems right: gradients do get added in `_backward`, but what is added
up are whole contributions.
What to look at: far out, where tanh is flat and its slope 0, nothing should
get through. What gets through here?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) + out.grad

    out._backward = _backward
    return out
