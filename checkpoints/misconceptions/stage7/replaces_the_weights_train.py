"""The step takes the place of the parameter's number.

What happens: `data` becomes the step alone; what was learnt before is lost
each time. Why it seems right: `=` and `-=` differ by one character, and
`= -…` looks like it. What to look at: a parameter is 0.7, its gradient 2, the
rate 0.05. What should its number be after the step, and what does your line
make of it?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for p in model.parameters():
            p.data = -lr * p.grad
        losses.append(loss.data)
    return losses
