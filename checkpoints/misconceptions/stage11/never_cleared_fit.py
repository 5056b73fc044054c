"""The gradients are never cleared.

What happens: every step moves by the sum of all gradients so far, and of what
was there before. Why it seems right: `backward` computes all gradients anew.
What to look at: it adds them to what is there. Who clears it, and when?
"""

unit = "fit"


def fit(model, batches, first, last, strength, threshold, tolerance):
    losses = []
    for step, (xs, ys) in enumerate(batches):
        loss = hinge_loss([model(x) for x in xs], ys) + l2(model, strength)
        loss.backward()
        losses.append(loss.data)
        if gradient_norm(model) < tolerance:
            break
        clip_gradients(model, threshold)
        sgd_step(model, learning_rate(step, len(batches), first, last))
    return losses
