"""The gradient comes through below 0, and not above.

What happens: forward is right; backward the two cases are swapped.
Why it seems right: with one comparison in each step it is easy to turn one of
them round.
What to look at: take a = 3: out is 3, and moves as a moves. Which slope is
that? Now read your comparison with out.data = 3.
"""

unit = "Value.relu"


def relu(self):
    out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward():
        self.grad += (out.data <= 0) * out.grad

    out._backward = _backward
    return out
