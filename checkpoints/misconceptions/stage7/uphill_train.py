"""Each step goes uphill.

What happens: the loss rises, at rate 0.05 from 6.36 to about 8, where it
cannot get much worse. Why it seems right: learning is often drawn as adding
something to the weights. What to look at: a gradient says in which direction
the loss grows. A parameter has the gradient 2: should its number become
larger or smaller? Then read the sign in your update.
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data += lr * p.grad
        losses.append(loss.data)
    return losses
