"""There is no `neurons` on the layer.

What happens: `layer.neurons` raises an AttributeError. The neurons were made,
but kept under another name, or under a name of the function itself, which is
gone when `__init__` ends. Why it seems right: inside `__init__` everything
can be read. What to look at: the names in the lesson, letter by letter, and
what stands before the dot.
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    neurons = [Neuron(nin) for _ in range(nout)]
