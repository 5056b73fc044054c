"""A number that is not positive is quietly replaced by a tiny one.

What happens: log of -3 gives about -20.7, as if it had been asked for a
number just above 0. Nobody hears of the fault.
Why it seems right: training goes on instead of stopping, and some programs do
it.
What to look at: what does the lesson say about a fault that shows many steps
later? Refuse it where it happens.
"""

unit = "Value.log"


def log(self):
    out = Value(math.log(max(self.data, 1e-9)), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
