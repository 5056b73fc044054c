"""The gradients are never cleared.

What happens: the first step is right. From then on the gradients of all steps
have added up. Why it seems right: `backward` computes all gradients anew.
What to look at: it adds them to what is there. Who clears it, and when?
"""

unit = "train"


def train(layers, x, y, steps, lr):
    parameters = [p for layer in layers for p in layer]
    losses = []
    for _ in range(steps):
        loss = ((mlp(layers, x) - y) ** 2).sum()
        loss.backward()
        for p in parameters:
            p.data -= lr * p.grad
        losses.append(float(loss.data))
    return losses
