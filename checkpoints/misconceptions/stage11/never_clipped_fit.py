"""The gradients are never clipped.

What happens: as long as gradients are small all is right; one large gradient
makes one large step. Why it seems right: clipping is for accidents. What to
look at: which of your functions does `fit` never call?
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
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
