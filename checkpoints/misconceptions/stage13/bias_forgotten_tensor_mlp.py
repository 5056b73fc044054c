"""The bias is left out.

What happens: shapes are right, numbers are not, and the biases never learn.
Why it seems right: a network learns something without them, too. What to look
at: which of the two tensors of each layer does your loop never use?
"""

unit = "mlp"


def mlp(layers, x):
    for weights, bias in layers:
        x = (x @ weights).tanh()
    return x
