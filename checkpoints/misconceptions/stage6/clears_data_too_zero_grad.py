"""The numbers are set to 0 together with the gradients.

What happens: the gradients are cleared as they should be, but `data` is too,
so the model forgets all that it has learnt, and all its weights are alike.
Why it seems right: it sounds like a fresh start. What to look at: which of
the two numbers in a node is the result of all steps so far, and which is made
anew by each pass?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        p.data = 0.0
        p.grad = 0.0
