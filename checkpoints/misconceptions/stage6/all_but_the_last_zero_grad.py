"""The last parameter keeps its gradient.

What happens: the loop ends one parameter early. In a neuron the last one is
the bias. Why it seems right: lists are counted from 0, and the last index is
one less than the length, so a `- 1` looks right; but `range` leaves out its
end by itself. What to look at: a model of one parameter. How often does your
loop run?
"""

unit = "zero_grad"


def zero_grad(model):
    parameters = model.parameters()
    for i in range(len(parameters) - 1):
        parameters[i].grad = 0.0
