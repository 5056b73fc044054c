"""The loss rewards the wrong side.

What happens: the larger y * score is, the more it costs: gradients push every
score to the wrong side. Why it seems right: all parts of the formula are
there. What to look at: y = 1, score = 3.5: should that cost 4.5 or nothing?
"""

unit = "hinge_loss"


def hinge_loss(scores, ys):
    losses = [(1 + y * score).relu() for score, y in zip(scores, ys)]
    return sum(losses) * (1 / len(losses))
