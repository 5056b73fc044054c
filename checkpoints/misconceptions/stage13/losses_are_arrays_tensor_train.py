"""The losses are arrays, or Tensors, instead of numbers.

What happens: the training is right; the list holds objects, with the whole
graph of each step behind them. Why it seems right: they print like numbers.
What to look at: what is needed of a loss that is over? `float(…)` of its
data.
"""

unit = "train"


def train(layers, x, y, steps, lr):
    parameters = [p for layer in layers for p in layer]
    losses = []
    for _ in range(steps):
        for p in parameters:
            p.grad = np.zeros(p.data.shape)
        loss = ((mlp(layers, x) - y) ** 2).sum()
        loss.backward()
        for p in parameters:
            p.data -= lr * p.grad
        losses.append(loss)
    return losses
