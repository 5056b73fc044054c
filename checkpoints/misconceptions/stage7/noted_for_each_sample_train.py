"""A loss is noted for each sample, not for each step.

What happens: the list is as many times too long as there are samples. Why it
seems right: in the inner loop, a loss is at hand each time. What to look at:
how far is the line that notes indented? What does a step use all samples for:
one loss, or several?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = 0
        for x, y in zip(xs, ys):
            loss = loss + (model(x) - y) ** 2
            losses.append(loss.data)
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
    return losses
