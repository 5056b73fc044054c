"""The parameters shrink instead of following their gradients.

What happens: each step takes a part of the parameter's own number away, so
all of them go towards 0, whatever the samples say. Why it seems right:
`p.data` and `p.grad` stand side by side, and one word too many is the same.
What to look at: in the line of the update, what comes after `lr *`? Which
number tells in which direction the loss grows?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.data
        losses.append(loss.data)
    return losses
