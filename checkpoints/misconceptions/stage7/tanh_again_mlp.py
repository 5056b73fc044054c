"""The last outputs are squashed once more.

What happens: the neurons of the last layer have taken tanh already, and the
network does it again. Why it seems right: the last step of a network is often
drawn apart from the rest. What to look at: who computes the tanh in your
network? Compare the output of MLP(2, [1]) with that of its only neuron.
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        x = layer(x)
    x = [v.tanh() for v in (x if isinstance(x, list) else [x])]
    return x[0] if len(x) == 1 else x
