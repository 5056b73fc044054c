"""The step makes new nodes that nobody looks at.

What happens: the model keeps its old numbers. Why it seems right: `p = p - lr
* p.grad` reads like the formula. What to look at: it gives the name `p` to a
new Value. Which number has to change?
"""

unit = "sgd_step"


def sgd_step(model, lr):
    for p in model.parameters():
        p = p - lr * p.grad
