"""The last layer has no tanh.

What happens: all hidden layers are right, and the outputs are not between -1
and 1. Why it seems right: many networks end with a linear layer, and stage
11's does. What to look at: this one is stage 7's: every layer is tanh.
"""

unit = "mlp"


def mlp(layers, x):
    for k, (weights, bias) in enumerate(layers):
        x = x @ weights + bias
        if k < len(layers) - 1:
            x = x.tanh()
    return x
