"""Every layer takes as many inputs as the network.

What happens: all layers have `nin` inputs. From the second one on that is
wrong, unless the sizes happen to be equal. Why it seems right: the layers are
all part of one network, and `nin` is its number of inputs. What to look at:
MLP(2, [4, 4, 1]) on paper. What does the second layer look at: the inputs of
the network, or something else?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    self.layers = [Layer(nin, nout) for nout in nouts]
