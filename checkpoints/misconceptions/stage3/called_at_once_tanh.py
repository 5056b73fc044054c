"""The `_backward` of tanh is run at once, and not stored.

What happens: `out._backward()` ends in a TypeError: a 'NoneType' is not
callable. The inner function was run while the result was being built, and
what it returned was stored instead of the function itself: None.
Why it seems right: most of the time a function's name is written with
parentheses, and building the result raises no error.
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
