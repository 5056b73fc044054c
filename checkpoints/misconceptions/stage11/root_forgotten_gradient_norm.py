"""The root is forgotten.

What happens: it is the square of the norm: much too small for small
gradients, much too large for large ones. Why it seems right: the sum of
squares grows and falls as the norm does. What to look at: sides 3 and 4: is
the arrow 25 long, or 5?
"""

unit = "gradient_norm"


def gradient_norm(model):
    return sum(p.grad**2 for p in model.parameters())
