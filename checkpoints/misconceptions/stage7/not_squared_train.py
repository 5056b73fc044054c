"""The errors are added up without being squared.

What happens: errors in opposite directions cancel each other, and the loss
can go below 0: all predictions sink, since that makes the sum smaller. Why it
seems right: an error is a difference, and the total error is their sum. What
to look at: two predictions, one too large by 1, one too small by 1. How good
are they, and what does your loss say?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum(model(x) - y for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
