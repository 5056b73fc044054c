"""The linear layer works on the network's input.

What happens: the hidden layers are computed, and the last one looks past
them. Why it seems right: `x` is what the last layer gets, and there is an
`x`. What to look at: what is in `x` after the loop over the hidden layers,
and what is in the name that your last layer uses?
"""

unit = "MLP.__call__"


def __call__(self, x):
    *hidden, last = self.layers
    inputs = list(x)
    for layer in hidden:
        x = layer(x)
    x = [sum((wi * xi for wi, xi in zip(n.w, inputs)), n.b) for n in last.neurons] if self.linear_output else last(x)
    return x[0] if len(x) == 1 else x
