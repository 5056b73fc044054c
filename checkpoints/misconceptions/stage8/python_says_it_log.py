"""What log refuses, it leaves to Python to explain.

What happens: there is an error, but its words, such as "math domain error",
name neither log nor the number.
Why it seems right: a ValueError comes anyhow, and of its own.
What to look at: whoever reads this in a program with a thousand nodes: what
do they have to know? Ask before you compute, and say it.
"""

unit = "Value.log"


def log(self):
    out = Value(math.log(self.data), (self,), "log")

    def _backward():
        self.grad += out.grad / self.data

    out._backward = _backward
    return out
