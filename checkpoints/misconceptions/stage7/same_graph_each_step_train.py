"""Every loss in the list is the first one, though the parameters move.

What happens: the parameters move, but the loss stays the same number. If it
is computed before the loop, its graph was built from the first weights, and
each `backward` goes through that old graph again. Why it seems right: the
loss is an expression of the weights, so it seems to change with them. What to
look at: when is `model(x)` called? A Value's `data` is computed when the node
is made. What happens to it when an operand changes later?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
    for _ in range(steps):
        zero_grad(model)
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
