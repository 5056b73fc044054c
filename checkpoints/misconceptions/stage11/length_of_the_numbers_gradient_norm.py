"""It is the length of the numbers, not of the gradients.

What happens: it tells how large the parameters are, which says nothing about
how much is left to learn. Why it seems right: the formula is the right one.
What to look at: which of the two, `data` or `grad`, is the slope?
"""

unit = "gradient_norm"


def gradient_norm(model):
    return math.sqrt(sum(p.data**2 for p in model.parameters()))
