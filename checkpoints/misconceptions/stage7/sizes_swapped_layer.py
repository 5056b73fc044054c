"""The two sizes of the layer are swapped.

What happens: there are as many neurons as the layer has inputs, and each has
as many weights as the layer has outputs. With equal sizes nothing shows. Why
it seems right: both numbers are used, once each. What to look at: Layer(2, 4)
on paper: how many neurons, and how many arrows into each? Which number stands
in `range`, and which in `Neuron(…)`?
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    self.neurons = [Neuron(nout) for _ in range(nin)]
