"""The list holds the layers, not their parameters.

What happens: MLP(2, [4, 4, 1]) gives three elements, one for each layer. A
layer has no `data` and no `grad`. Why it seems right: the layers are all that
the network has. What to look at: print the list. Are these Values? Who could
be asked for those of one layer?
"""

unit = "MLP.parameters"


def parameters(self):
    return self.layers
