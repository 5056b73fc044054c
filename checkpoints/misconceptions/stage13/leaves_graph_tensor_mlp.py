"""The network computes outside the graph.

What happens: outputs are right, and no gradient gets back to weights and
biases. Why it seems right: numpy computes the same, and it is quicker. What
to look at: `.data` is a bare array, which remembers nothing. Which operators
do?
"""

unit = "mlp"


def mlp(layers, x):
    for weights, bias in layers:
        x = Tensor(np.tanh(as_tensor(x).data @ weights.data + bias.data))
    return x
