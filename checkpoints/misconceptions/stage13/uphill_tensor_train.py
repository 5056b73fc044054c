"""The parameters move along their gradients.

What happens: the loss rises. Why it seems right: the gradient says where to
go. What to look at: it points uphill. Which sign has a step downhill?
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
            p.data += lr * p.grad
        losses.append(float(loss.data))
    return losses
