"""Each neuron has a weight for each output of the layer.

What happens: there are `nout` neurons, but each has `nout` weights as well;
`nin` is not used. Why it seems right: with equal sizes nothing shows. What to
look at: Layer(2, 4) on paper. How many numbers arrive at each neuron? What
does `Neuron(…)` want to know?
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    self.neurons = [Neuron(nout) for _ in range(nout)]
