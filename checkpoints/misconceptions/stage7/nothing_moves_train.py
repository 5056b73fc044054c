"""No parameter ever moves.

What happens: the loss is the same in all steps. Why it seems right: the four
actions may all be there. But if the gradients are cleared between `backward`
and the update, or the update comes before `backward`, the step is 0 times the
rate. And `p = p - …` or `p -= …` gives the name `p` to a new node; the model
keeps the old one. What to look at: print one parameter's `data` and `grad`
just before and just after the line of the update.
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p = p - lr * p.grad
        losses.append(loss.data)
    return losses
