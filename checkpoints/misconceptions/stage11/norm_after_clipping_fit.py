"""The norm is looked at after clipping.

What happens: with a small threshold every gradient is small afterwards, and
the training stops though much is left to learn. Why it seems right: the step
is made with the clipped gradients. What to look at: of what does the norm
tell after clipping: of the slope, or of the threshold?
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
        if gradient_norm(model) < tolerance:
            break
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
