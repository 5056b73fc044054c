"""No gradient changes at all.

What happens: the loop runs, and every `grad` is what it was. Why it seems
right: `for g in gradients: g = 0` reads like an order to each of them, but
gives only the name `g` a new meaning. In the same way `p = Value(p.data)`
gives the name `p` to another node, `p.grad == 0` asks a question and forgets
the answer, and `model.grad = 0` puts a number on the model, which nobody
reads. What to look at: what stands to the left of the `=` in your loop? Is it
an attribute of a node that the model has?
"""

unit = "zero_grad"


def zero_grad(model):
    for gradient in [p.grad for p in model.parameters()]:
        gradient = 0.0
