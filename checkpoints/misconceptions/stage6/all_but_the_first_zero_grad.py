"""The first parameter keeps its gradient.

What happens: the loop starts with the second one. Why it seems right:
counting from 1 is how people count. What to look at: a model of one
parameter. How often does your loop run? And which index does the first
element of a list have?
"""

unit = "zero_grad"


def zero_grad(model):
    parameters = model.parameters()
    for i in range(1, len(parameters)):
        parameters[i].grad = 0.0
