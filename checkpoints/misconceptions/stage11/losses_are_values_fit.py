"""The losses are Values.

What happens: the training is right; the list holds objects, with the whole
graph of each step behind them. Why it seems right: they print like numbers.
What to look at: what is needed of a loss that is over? Its `data`.
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        zero_grad(model)
        loss = hinge_loss([model(x) for x in xs], ys) + l2(model, strength)
        loss.backward()
        losses.append(loss)
        if gradient_norm(model) < tolerance:
            break
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
