"""The gradients are added up with their signs.

What happens: gradients of either sign cancel. The sum may be 0 on the
steepest slope. Why it seems right: it is a number that tells of all of them.
What to look at: gradients 5 and -5: is there nothing left to learn?
"""

unit = "gradient_norm"


def gradient_norm(model):
    return abs(sum(p.grad for p in model.parameters()))
