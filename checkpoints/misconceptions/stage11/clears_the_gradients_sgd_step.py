"""The step clears the gradients as well.

What happens: the numbers move as they should, and what was in `grad` is gone,
before anybody else could look at it. Why it seems right: they have been used.
What to look at: clearing is `zero_grad`'s task, at the beginning of the next
step.
"""

unit = "sgd_step"


def sgd_step(model, lr):
    for p in model.parameters():
        p.data -= lr * p.grad
        p.grad = 0.0
