"""There is no margin.

What happens: what is on its right side costs nothing at all, be it ever so
close to the border. The network stops as soon as it just gets by. Why it
seems right: a right answer is a right answer. What to look at: the loss is
max(0, 1 - y * score). Which number of it is missing?
"""

unit = "hinge_loss"


def hinge_loss(scores, ys):
    losses = [(-y * score).relu() for score, y in zip(scores, ys)]
    return sum(losses) * (1 / len(losses))
