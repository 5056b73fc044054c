"""Only the first parameter is cleared.

What happens: the loop ends after its first round, and the other parameters
keep their gradients. Why it seems right: with a model of one parameter
nothing shows. What to look at: is there a `return` or a `break` inside the
loop, or do you pick a single one with `[0]`? Print something in the loop: how
often does it appear for a model of four?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        p.grad = 0.0
        return
