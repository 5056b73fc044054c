"""Carries half of each step over into the next one."""

stage = "stage7"
unit = "nn:train"


def train(model, xs, ys, steps, lr):
    losses = []
    moves = [0.0] * len(model.parameters())
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for k, p in enumerate(model.parameters()):
            moves[k] = 0.5 * moves[k] - lr * p.grad
            p.data += moves[k]
        losses.append(loss.data)
    return losses
