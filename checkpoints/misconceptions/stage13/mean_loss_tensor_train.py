"""The loss is the mean of the squared errors.

What happens: losses are smaller by the number of samples, and so are the
steps. Why it seems right: the mean does not depend on the size of the batch,
and most libraries take it. What to look at: stage 7's loss is the sum over
all samples.
"""

unit = "train"


def train(layers, x, y, steps, lr):
    parameters = [p for layer in layers for p in layer]
    losses = []
    for _ in range(steps):
        for p in parameters:
            p.grad = np.zeros(p.data.shape)
        loss = ((mlp(layers, x) - y) ** 2).mean()
        loss.backward()
        for p in parameters:
            p.data -= lr * p.grad
        losses.append(float(loss.data))
    return losses
