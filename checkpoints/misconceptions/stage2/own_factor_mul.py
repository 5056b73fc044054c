"""Each factor is given its own number as derivative.

What happens: `a` gets its own `data` times what arrives, and `b` gets its
own. With equal factors, as in `a * a`, nobody notices.
Why it seems right: "self gets self's share" reads well, and `a * a` is what
people try.
What to look at: take a = 2 and b = 4 and nudge only `a`, by 0.001. Does out
move by 0.002 or by 0.004?
"""

unit = "Value.__mul__"


def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += self.data * out.grad
        other.grad += other.data * out.grad

    out._backward = _backward
    return out
