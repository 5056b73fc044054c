"""There is one step too few.

What happens: the list is one entry shorter than `steps`, and the last update
is missing. Why it seems right: counting from 1 to `steps` sounds complete,
but a `range` leaves out its end. What to look at: `print(list(range(1, 3)))`.
How many numbers do you see?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(1, steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
