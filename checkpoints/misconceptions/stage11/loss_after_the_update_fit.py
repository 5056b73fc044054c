"""The loss is noted after the update.

What happens: each loss is that of the next step's weights: the first one is
missing. Why it seems right: it shows what the step has brought. What to look
at: each loss is from before its step's update. Where in the loop is it known?
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
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
        losses.append((hinge_loss([model(x) for x in xs], ys) + l2(model, strength)).data)
    return losses
