"""The last layer's parameters are left out.

What happens: MLP(2, [4, 4, 1]) gives 32 parameters instead of 37. The last
layer never learns. Why it seems right: its only neuron looks like the end of
the network, not like a part of it. What to look at: 12, 20 and 5 belong to
the three layers. Which of them do you have, and where does your loop end?
"""

unit = "MLP.parameters"


def parameters(self):
    return [p for layer in self.layers[:-1] for p in layer.parameters()]
