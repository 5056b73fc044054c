"""The parameters move after each sample.

What happens: within a step, the second sample is predicted by weights that
the first one has changed. Even the first loss is wrong then. Why it seems
right: this is a method of its own (stochastic descent), and it trains. What
to look at: the step of the lesson uses all samples, and then moves once.
Which of your lines are in the inner loop?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        total = 0.0
        for x, y in zip(xs, ys):
            zero_grad(model)
            loss = (model(x) - y) ** 2
            loss.backward()
            for p in model.parameters():
                p.data -= lr * p.grad
            total += loss.data
        losses.append(total)
    return losses
