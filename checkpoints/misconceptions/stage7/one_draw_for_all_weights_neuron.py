"""All weights of a neuron come from a single draw.

What happens: the weights of one neuron are equal at the start. Perhaps they
are even one and the same Value, listed several times; then one of them cannot
change without the others. Why it seems right: `[Value(…)] * nin` has the
right length. What to look at: how often is `random.uniform` called for a
neuron of three inputs? Ask `neuron.w[0] is neuron.w[1]`.
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1))] * nin
    self.b = Value(random.uniform(-1, 1))
