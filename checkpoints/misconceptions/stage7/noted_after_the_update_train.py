"""Each loss is noted after the update.

What happens: the list begins with what should be its second entry; the first
loss is never seen. Why it seems right: one wants to know how good the model
is after the step. What to look at: the entry k of the list is the loss from
before update k. Is the model asked again between the update and the line that
notes?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(sum((model(x) - y) ** 2 for x, y in zip(xs, ys)).data)
    return losses
