"""The last layer is missing.

What happens: one layer less than there are numbers in `nouts`. Why it seems
right: between four sizes there are three steps, so a `- 1` belongs somewhere;
but here it is taken from three. What to look at: print the number of layers
of MLP(2, [4, 4, 1]). How many numbers does your loop go through, and of which
list is that the length?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    sizes = [nin] + nouts
    self.layers = [Layer(sizes[i], sizes[i + 1]) for i in range(len(nouts) - 1)]
