"""Only the last sample counts.

What happens: the loss of each sample takes the place of the one before, so
the network learns the last answer and no other. Why it seems right: the loop
goes through all samples. What to look at: the line in the inner loop. What
stands to the left of its `=`, and is it added to what was there?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        for x, y in zip(xs, ys):
            loss = (model(x) - y) ** 2
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
