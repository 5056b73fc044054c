"""It asks for an attribute that is not there.

What happens: an AttributeError. If its message speaks of `layers`, `neurons`,
`w` or `zero_grad`: a model here is anything with `parameters()`, and may have
nothing else. If it says that a list has no `grad`: a list is no node, its
elements are. Why it seems right: the network of stage 7 will have such
attributes, and the published micrograd has a method for this. What to look
at: the word after the last dot in that line, and whom it is asked of.
"""

unit = "zero_grad"


def zero_grad(model):
    for layer in model.layers:
        for p in layer.parameters():
            p.grad = 0.0
