"""The gradients are cleared once, before the first step.

What happens: the first update is right. From the second on, the gradients of
all steps so far have added up. At rate 0.05 the loss falls faster than it
should, then jumps to 4 and stays there. Why it seems right: whatever the
model brought along is gone. What to look at: which lines belong to the loop?
`backward` adds each time it is called; how often is it called, and how often
do you clear?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    zero_grad(model)
    for _ in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
