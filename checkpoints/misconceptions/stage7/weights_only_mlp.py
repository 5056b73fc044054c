"""The biases of the network are left out.

What happens: MLP(2, [4, 4, 1]) gives 28 parameters instead of 37. The 9
biases get gradients, but nobody clears or moves them. Why it seems right:
going through the neurons by yourself, `w` is the list one meets. What to look
at: who else knows the parameters of a layer, all of them, and could be asked?
"""

unit = "MLP.parameters"


def parameters(self):
    return [w for layer in self.layers for neuron in layer.neurons for w in neuron.w]
