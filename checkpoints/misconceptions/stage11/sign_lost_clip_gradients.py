"""Clipped gradients lose their sign.

What happens: what is too far down becomes +threshold: a step in the opposite
direction. Why it seems right: its size is right. What to look at: which way
was the step to go? That should not change.
"""

unit = "clip_gradients"


def clip_gradients(model, threshold):
    for p in model.parameters():
        if abs(p.grad) > threshold:
            p.grad = threshold
