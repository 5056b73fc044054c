"""`train` returns None.

What happens: the model is trained, but the list of losses never leaves the
function. Why it seems right: it is all there, and a `print` inside shows it.
What to look at: the last line of the function, and how far it is indented.
Which word hands a result to whoever called?
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
        losses.append(loss.data)
