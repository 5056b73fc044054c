"""The absolute values are added up, not the squares.

What happens: small parameters are pulled as hard as large ones. (This exists,
too: it is L1.) Why it seems right: it makes large weights expensive as well.
What to look at: the 2 in L2 stands for what?
"""

unit = "l2"


def l2(model, strength):
    return strength * sum(p if p.data > 0 else -p for p in model.parameters())
