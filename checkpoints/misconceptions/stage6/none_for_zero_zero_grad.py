"""The gradients become None.

What happens: `grad` holds None, no number, and the next `_backward` cannot
add to it. Why it seems right: in PyTorch, clearing sets `grad` to None by
default, and None sounds like an empty place. What to look at: `+=` reads the
old value first. What does a node's `grad` hold when it is new, as `__init__`
makes it?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        p.grad = None
