"""There is one layer only, the last one.

What happens: the list has a single layer. Each round of the loop puts a new
list in the place of the one before. Why it seems right: the loop makes all of
them, with the right sizes. What to look at: the line in the loop: does it add
to the list, or make a new one? Print `len(model.layers)`.
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    for n, m in zip([nin] + nouts, nouts):
        self.layers = [Layer(n, m)]
