"""tanh builds its result and doesn't hand it over.

What happens: `a.tanh()` is None. The method does its work and then ends
without handing the result to anybody, and the error appears later, where the
None is used.
Why it seems right: nothing fails inside the method, and Python gives None
without a word.
What to look at: the last line of the method. What does the caller get to see?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward
