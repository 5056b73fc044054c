"""The update makes new tensors that nobody looks at.

What happens: the loss stays where it is, step after step. Why it seems right:
`p = p - lr * p.grad` reads like the formula. What to look at: it gives the
name `p` to a new tensor, and the layers keep the old one. Which array has to
change?
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
            p = p - lr * p.grad
        losses.append(float(loss.data))
    return losses
