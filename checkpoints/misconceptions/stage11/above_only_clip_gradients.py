"""Only gradients that are too far up are clipped.

What happens: -2300 stays -2300, and one such step throws away what was
learnt. Why it seems right: too large means larger than the threshold. What to
look at: -2300 is smaller than any threshold. Is it harmless?
"""

unit = "clip_gradients"


def clip_gradients(model, threshold):
    for p in model.parameters():
        p.grad = min(threshold, p.grad)
