"""Only the last layer is updated.

What happens: the other layers keep the weights they were drawn with. The loss
still falls, at rate 0.05 from 6.36 to about 1.5. Why it seems right: a
falling loss looks like learning. What to look at: print the first weight of
the first layer before and after. Through which list does your update go, and
how many elements has it?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.layers[-1].parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
