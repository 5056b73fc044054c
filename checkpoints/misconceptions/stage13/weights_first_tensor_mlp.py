"""Weights and inputs stand in the wrong order.

What happens: shapes do not fit, or they fit by chance and mean something
else. Why it seems right: on paper it is W x. What to look at: a batch has one
row for each sample: (samples, inputs). Which product with (inputs, outputs)
gives (samples, outputs)?
"""

unit = "mlp"


def mlp(layers, x):
    for weights, bias in layers:
        x = (weights @ x + bias).tanh()
    return x
