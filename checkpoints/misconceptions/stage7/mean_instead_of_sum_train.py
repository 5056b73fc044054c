"""The loss is the mean of the squared errors, not their sum.

What happens: the losses are a fourth of what they should be for four samples,
and so are the steps. Why it seems right: the mean is a common loss, and with
a rate four times as large it would train the same. What to look at: the
formula in the lesson. Is anything divided there?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
