"""The learning rate is left out of the update.

What happens: each step is as long as the gradient itself, 20 times what it
should be at rate 0.05. The weights fly off, tanh gets flat out there, and
little can be learnt any more. Why it seems right: the direction is right.
What to look at: which of the arguments of `train` does your code never use?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= p.grad
        losses.append(loss.data)
    return losses
