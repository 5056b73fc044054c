"""The parameters of the last layer only.

What happens: MLP(2, [4, 4, 1]) gives 5 parameters instead of 37. The other
layers never learn, and the loss still falls, from 6.36 to about 1.5. Why it
seems right: the loop goes through all layers. What to look at: does each
round add to the list, or make it anew, so that the last one wins?
"""

unit = "MLP.parameters"


def parameters(self):
    for layer in self.layers:
        found = layer.parameters()
    return found
