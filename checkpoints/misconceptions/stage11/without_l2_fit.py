"""L2 has no part in the loss.

What happens: losses are a little too small, and weights grow as they like.
Why it seems right: the strength is tiny. What to look at: which of the
parameters does your code never use?
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        zero_grad(model)
        loss = hinge_loss([model(x) for x in xs], ys)
        loss.backward()
        losses.append(loss.data)
        if gradient_norm(model) < tolerance:
            break
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
