"""The first step uses gradients that were left in the model.

What happens: on a new model all is right. But a model may come with gradients
from an earlier pass; the first update goes by those as well. Why it seems
right: clearing at the end of each step leaves everything clean for the next
one. What to look at: call `model(x).backward()` by hand, then train. What
does the first `backward` of your loop add to?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        zero_grad(model)
        losses.append(loss.data)
    return losses
