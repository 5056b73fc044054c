"""Inputs and outputs of each layer are swapped.

What happens: each layer takes as many inputs as it should have outputs, and
the other way round. Why it seems right: the neighbours are the right ones,
and with equal sizes nothing shows. What to look at: the first layer of MLP(2,
[4, 4, 1]). Which of its two numbers comes first in `Layer(nin, nout)`?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    sizes = [nin] + nouts
    self.layers = [Layer(sizes[i + 1], sizes[i]) for i in range(len(nouts))]
