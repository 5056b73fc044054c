"""There is a neuron for each input.

What happens: each neuron has the right number of weights, but there are as
many neurons as inputs; `nout` is not used. Why it seems right: with equal
sizes nothing shows, and the inputs are what comes first. What to look at:
Layer(2, 4) on paper. Which of the two numbers says how many outputs there
are, and how many outputs has one neuron?
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    self.neurons = [Neuron(nin) for _ in range(nin)]
