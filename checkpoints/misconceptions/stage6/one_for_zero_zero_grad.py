"""The gradients are set to 1 instead of 0.

What happens: every later pass adds to this 1, so each gradient is too large
by one. Why it seems right: `backward` starts with a 1, and a pass begins
here. What to look at: that 1 belongs to the last result, and `backward` sets
it. What must a parameter hold, so that after one pass it has what this pass
brought, and no more?
"""

unit = "zero_grad"


def zero_grad(model):
    for p in model.parameters():
        p.grad = 1.0
