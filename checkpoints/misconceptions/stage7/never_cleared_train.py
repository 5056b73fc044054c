"""The gradients are never cleared.

What happens: each step adds its gradients to those of all steps before. The
first update is right, the second goes by the sum of two slopes, and so on. At
rate 0.05 the loss falls faster than it should, then jumps to 4 and stays
there. Why it seems right: nothing crashes, and for 20 steps it looks better
than the right one. What to look at: print the gradient of one bias in each
step. Whose slope is it?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
