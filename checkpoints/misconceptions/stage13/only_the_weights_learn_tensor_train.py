"""The biases are never updated.

What happens: the first loss is right; then it falls, but less than it should.
Why it seems right: a falling loss looks like learning. What to look at: each
layer is a pair. What becomes of the second of the two?
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
        for weights, _ in layers:
            weights.data -= lr * weights.grad
        losses.append(float(loss.data))
    return losses
