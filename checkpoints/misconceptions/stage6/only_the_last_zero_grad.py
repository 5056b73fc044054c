"""Only the last parameter is cleared.

What happens: the loop goes through all of them, but the assignment is made
once, when it is over and the name still means the last one. Why it seems
right: all the words are there, in the right order. What to look at: how far
is the line that clears indented? Which lines belong to the `for`, and are
repeated?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        last = p
    last.grad = 0.0
