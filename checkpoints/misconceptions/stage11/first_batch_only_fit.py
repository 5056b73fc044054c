"""Every step uses the first batch.

What happens: the first loss is right. Then the same few points are learnt
again and again. Why it seems right: one batch is as good as another. What to
look at: what changes from one turn of your loop to the next?
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        xs, ys = batches[0]
        zero_grad(model)
        loss = hinge_loss([model(x) for x in xs], ys) + l2(model, strength)
        loss.backward()
        losses.append(loss.data)
        if gradient_norm(model) < tolerance:
            break
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
