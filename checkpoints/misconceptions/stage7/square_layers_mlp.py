"""Every layer takes as many inputs as it has outputs.

What happens: Layer(4, 4), Layer(4, 4), Layer(1, 1): the layers don't fit each
other. Why it seems right: each size in the list is that of a layer. What to
look at: MLP(2, [4, 4, 1]) on paper, with an arrow for each number that goes
from one layer into the next. How many arrows does the last neuron need?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    self.layers = [Layer(nout, nout) for nout in nouts]
