"""The numbers are clipped instead of the gradients.

What happens: gradients stay as large as they were, and the parameters change
before any step is made. Why it seems right: afterwards everything is within
the threshold. What to look at: what is too steep: the place where you stand,
or the slope?
"""

unit = "clip_gradients"


def clip_gradients(model, threshold):
    for p in model.parameters():
        p.data = max(-threshold, min(threshold, p.data))
