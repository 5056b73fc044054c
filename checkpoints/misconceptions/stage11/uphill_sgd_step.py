"""Parameters move along their gradients.

What happens: every step makes the loss larger. Why it seems right: the
gradient says where to go. What to look at: it points uphill.
"""

unit = "sgd_step"


def sgd_step(model, lr):
    for p in model.parameters():
        p.data += lr * p.grad
