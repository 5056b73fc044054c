"""The loss of the stop is left out.

What happens: the list is one shorter than it should be: the loss at which
nothing was left to learn is missing. Why it seems right: no step was made
with it. What to look at: the loss is known before the norm is looked at. When
do you note it?
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        zero_grad(model)
        loss = hinge_loss([model(x) for x in xs], ys) + l2(model, strength)
        loss.backward()
        if gradient_norm(model) < tolerance:
            break
        losses.append(loss.data)
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
