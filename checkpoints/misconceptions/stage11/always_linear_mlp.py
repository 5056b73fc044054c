"""The output is linear whether that was asked for or not.

What happens: with True it is right. Without it, stage 7's network has lost
the tanh of its last layer. Why it seems right: this stage wants a linear
output. What to look at: which of its parameters does your `__init__` never
look at?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts, linear_output=False):
    self.linear_output = True
    sizes = [nin, *nouts]
    self.layers = [Layer(n, m) for n, m in zip(sizes, nouts)]
