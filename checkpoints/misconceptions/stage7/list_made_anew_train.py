"""The list has a single loss in it.

What happens: however many steps there are, one entry comes back. Either the
list is made anew in each step, and forgets what it held, or the `return`
stands in the loop and ends it in its first round. Why it seems right: all the
lines are there, in the right order. What to look at: which of your lines
should happen once, before the loop or after it? How far is each of them
indented?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    for _ in range(steps):
        losses = []
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
