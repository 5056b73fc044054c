"""The gradients become Values.

What happens: `grad` holds a node instead of a number. Adding to it builds a
graph of its own, and the update would mix nodes into `data`. Why it seems
right: everything else here is a Value. What to look at: what does `__init__`
put into `grad`? Of `data` and `grad`, which one belongs to the computation
that is differentiated?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        p.grad = Value(0.0)
