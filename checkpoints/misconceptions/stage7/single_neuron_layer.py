"""The layer has a single neuron.

What happens: whatever `nout` says, there is one neuron in the list. Either
just one is made, or each new one takes the place of the one before. Why it
seems right: the loop makes as many as it should. What to look at: the line in
the loop: does it add to the list, or make a new list? Print
`len(layer.neurons)` for Layer(2, 4).
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    for _ in range(nout):
        self.neurons = [Neuron(nin)]
