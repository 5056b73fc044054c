"""There is one loss too many.

What happens: the list has an entry more than there are steps: a loss from
before the first step, or from after the last one, was noted as well. Why it
seems right: one wants to know where it began, or where it ended. What to look
at: the list has `steps` entries, entry k from before update k. Which of your
two lines that note is not in the loop?
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
        losses.append(loss.data)
    losses.append(sum((model(x) - y) ** 2 for x, y in zip(xs, ys)).data)
    return losses
