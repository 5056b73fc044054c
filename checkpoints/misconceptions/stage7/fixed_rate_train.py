"""The learning rate is always 0.05.

What happens: with the rate of the lesson everything is right, with any other
rate the steps have the wrong length. Why it seems right: the example uses
0.05, and it works there. What to look at: which of the arguments of `train`
does your code never use?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= 0.05 * p.grad
        losses.append(loss.data)
    return losses
