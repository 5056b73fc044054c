"""What is stored as the `_backward` of tanh is no function.

What happens: `out._backward()` ends in a TypeError: a 'NoneType' is not
callable. Most likely the inner function was run while the result was being
built, and what it returned was stored: None. Or nothing was stored, and your
nodes begin with None.
Why it seems right: most of the time a function's name is written with
parentheses, and nothing fails at first.
What to look at: the line that attaches. With `f = print` and `f = print()`,
what is `f`?
"""

unit = "Value.tanh"


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), "tanh")

    def _backward():
        self.grad += (1 - t**2) * out.grad

    out._backward = _backward()
    return out
