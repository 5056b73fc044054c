"""The squares are averaged.

What happens: the pull is weaker by the number of parameters: 337 times in the
network of the moons. Why it seems right: the hinge loss is a mean, too. What
to look at: it is the sum of squares, times the strength.
"""

unit = "l2"


def l2(model, strength):
    parameters = list(model.parameters())
    return strength * sum(p * p for p in parameters) * (1 / len(parameters))
