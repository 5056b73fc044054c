"""The strength is never used.

What happens: the sum of squares counts in full, and soon it is all that is
being minimized. Why it seems right: the sum is right. What to look at: which
of the parameters does your code never use?
"""

unit = "l2"


def l2(model, strength):
    return sum(p * p for p in model.parameters())
