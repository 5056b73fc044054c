"""L2 is computed with numbers.

What happens: its value is right, and no parameter is pulled by it: no
gradient goes back. Why it seems right: the loss shows the right number. What
to look at: `p.data` is a bare number. With which operators do gradients come?
"""

unit = "l2"


def l2(model, strength):
    return Value(strength * sum(p.data**2 for p in model.parameters()))
