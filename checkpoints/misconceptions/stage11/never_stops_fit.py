"""The tolerance is never looked at.

What happens: losses are right, and there are more of them than there should
be: where nothing is left to learn it goes on. Why it seems right: a gradient
of almost nothing moves almost nothing. What to look at: which of the
parameters does your code never use?
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        zero_grad(model)
        loss = hinge_loss([model(x) for x in xs], ys) + l2(model, strength)
        loss.backward()
        losses.append(loss.data)
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
