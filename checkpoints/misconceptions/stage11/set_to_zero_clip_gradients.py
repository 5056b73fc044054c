"""Gradients beyond the threshold are set to 0.

What happens: just those parameters that most need to move do not move at all.
Why it seems right: a gradient like that can only be an accident. What to look
at: back to the threshold, not away with it.
"""

unit = "clip_gradients"


def clip_gradients(model, threshold):
    for p in model.parameters():
        if abs(p.grad) > threshold:
            p.grad = 0.0
