"""One loss comes back instead of the list.

What happens: `train` returns a single number, or a single Value: the loss of
the last step, or of the first, if the `return` stands in the loop. Why it
seems right: the last loss tells how well it went. What to look at: the word
after `return`. How many losses were there in 60 steps, and where are the
others?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
    return loss.data
