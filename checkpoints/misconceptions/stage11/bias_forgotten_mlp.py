"""The linear layer leaves out its bias.

What happens: hidden layers are right. The output lacks its bias, which never
learns. Why it seems right: the weighted sum is there. What to look at: what
did a neuron add to its weighted sum, before tanh?
"""

unit = "MLP.__call__"


def __call__(self, x):
    *hidden, last = self.layers
    for layer in hidden:
        x = layer(x)
    x = [sum(wi * xi for wi, xi in zip(n.w, x)) for n in last.neurons] if self.linear_output else last(x)
    return x[0] if len(x) == 1 else x
