"""The layer squashes what its neurons have squashed already.

What happens: every output goes through tanh twice. Why it seems right: many
texts draw the activation beside the layer, not inside the neuron. What to
look at: who computes the tanh in your network? One of you is enough. Compare
the layer's output with that of its only neuron, for Layer(2, 1).
"""

unit = "Layer.__call__"


def __call__(self, x):
    return [neuron(x).tanh() for neuron in self.neurons]
