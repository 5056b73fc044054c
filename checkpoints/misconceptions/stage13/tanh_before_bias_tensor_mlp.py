"""The bias is added after tanh.

What happens: numbers are wrong, and outputs may lie beyond 1. Why it seems
right: weights, tanh, bias: all of it is there. What to look at: what is
squashed: the weighted sum alone, or the sum with its bias?
"""

unit = "mlp"


def mlp(layers, x):
    for weights, bias in layers:
        x = (x @ weights).tanh() + bias
    return x
