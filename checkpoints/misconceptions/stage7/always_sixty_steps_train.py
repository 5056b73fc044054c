"""There are always 60 steps.

What happens: with the 60 steps of the lesson everything is right; asked for
another number, `train` makes 60 all the same. Why it seems right: the example
uses 60, and it works there. What to look at: which of the arguments of
`train` does your code never use?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(60):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
