"""There is no `layers` on the network.

What happens: `model.layers` raises an AttributeError. The layers were made,
but kept under another name, or under a name of the function itself, which is
gone when `__init__` ends. Why it seems right: inside `__init__` everything
can be read. What to look at: the names in the lesson, letter by letter, and
what stands before the dot.
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    layers = [Layer(n, m) for n, m in zip([nin] + nouts, nouts)]
