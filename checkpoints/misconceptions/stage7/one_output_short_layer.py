"""The last output is missing.

What happens: the last neuron is never asked. Why it seems right: with
indices, a `- 1` looks like what lists need, since they are counted from 0;
but `range` leaves out its end by itself. What to look at:
`print(len(layer(x)), len(layer.neurons))`. Is there a way to go through the
neurons without any index?
"""

unit = "Layer.__call__"


def __call__(self, x):
    return [self.neurons[i](x) for i in range(len(self.neurons) - 1)]
