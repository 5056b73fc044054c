"""The rate stays the first one.

What happens: the first update is right, later ones are too large. Why it
seems right: `first` is the learning rate. What to look at: what is `last`
for?
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        zero_grad(model)
        loss = hinge_loss([model(x) for x in xs], ys) + l2(model, strength)
        loss.backward()
        losses.append(loss.data)
        if gradient_norm(model) < tolerance:
            break
        clip_gradients(model, threshold)
        sgd_step(model, first)
    return losses
