"""Clears every other parameter."""

stage = "stage6"
unit = "nn:zero_grad"


def zero_grad(model):
    for p in model.parameters()[::2]:
        p.grad = 0.0
