"""The parameters of the first layer only.

What happens: MLP(2, [4, 4, 1]) gives 12 parameters instead of 37. The other
layers never learn. Why it seems right: the loop goes through all layers. What
to look at: how far is the `return` indented? How often does the loop run?
"""

unit = "MLP.parameters"


def parameters(self):
    for layer in self.layers:
        return layer.parameters()
