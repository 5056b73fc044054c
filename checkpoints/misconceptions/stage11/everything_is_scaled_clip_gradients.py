"""All gradients are made smaller by the same factor.

What happens: one large gradient makes all others tiny. (Clipping the norm
does it this way; it keeps the direction.) Why it seems right: afterwards none
is beyond the threshold. What to look at: here each gradient is clipped for
itself, and those within stay as they are.
"""

unit = "clip_gradients"


def clip_gradients(model, threshold):
    parameters = list(model.parameters())
    largest = max(abs(p.grad) for p in parameters)
    if largest > threshold:
        for p in parameters:
            p.grad *= threshold / largest
