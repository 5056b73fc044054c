"""Only the largest gradient counts.

What happens: it is the largest side, not the length of the arrow. (This norm
exists, too: the maximum norm.) Why it seems right: where the largest one is
small, all are. What to look at: sides 3 and 4: is the arrow 4 long, or 5?
"""

unit = "gradient_norm"


def gradient_norm(model):
    return max(abs(p.grad) for p in model.parameters())
