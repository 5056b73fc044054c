from engine import *


def zero_grad(model):
    for p in model.parameters():
        p.grad = 0.0


def train(model, xs, ys, steps, lr):
    zero_grad(model)
    losses = []
    for _ in range(steps):
        loss = Value(0)
        for x, y in zip(xs, ys):
            loss = loss + (model(x) - y) ** 2
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        zero_grad(model)  # for the next step
        losses.append(loss.data)
    return losses
