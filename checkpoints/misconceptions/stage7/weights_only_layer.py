"""The biases of the layer are left out.

What happens: the list has all weights, and no bias. The biases get gradients,
but nobody clears or moves them. Why it seems right: `w` is the list that each
neuron has, and the right one even joins the others flat. What to look at: for
Layer(2, 4), count weights and biases. Who could be asked for everything that
a neuron learns?
"""

unit = "Layer.parameters"


def parameters(self):
    return [w for neuron in self.neurons for w in neuron.w]
