"""The losses are Values, not numbers.

What happens: the list holds nodes. Each of them keeps the whole graph of its
step alive, thousands of nodes that nobody needs any more. Why it seems right:
printed, it looks almost like a list of numbers. What to look at:
`print(type(losses[0]))`. Which attribute of a node is the number?
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
        losses.append(loss)
    return losses
