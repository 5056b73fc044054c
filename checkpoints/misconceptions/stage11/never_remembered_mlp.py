"""The wish for a linear output is not remembered.

What happens: the network is made, and its output goes through tanh, whatever
was asked for. Why it seems right: the argument is accepted without an error.
What to look at: what does `__call__` find in `self` that it could go by?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts, linear_output=False):
    sizes = [nin, *nouts]
    self.layers = [Layer(n, m) for n, m in zip(sizes, nouts)]
