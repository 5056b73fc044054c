"""All neurons of the layer are one and the same.

What happens: the list has the right length, but the same object at every
place, or neurons with equal numbers. They give equal outputs, and always
will. Why it seems right: `[Neuron(nin)] * nout` looks like the short way to
write it. What to look at: ask `layer.neurons[0] is layer.neurons[1]`. How
often is a neuron made in your code?
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    self.neurons = [Neuron(nin)] * nout
