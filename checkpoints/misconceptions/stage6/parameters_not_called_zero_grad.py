"""It goes through something that is no list.

What happens: a TypeError. If its message says that a 'method' is not
iterable, the list was never asked for: the loop got hold of the function that
would give it. If it says that something is not subscriptable, the same, with
an index. Why it seems right: `parameters` reads like the name of a list. What
to look at: compare that line with any other call of a function. What is
behind the name there?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters:
        p.grad = 0.0
