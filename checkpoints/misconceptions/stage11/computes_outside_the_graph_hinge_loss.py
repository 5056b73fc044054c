"""The loss is computed with numbers.

What happens: its value is right, and no gradient goes back from it: the
scores are not among its operands. Why it seems right: `max` of two numbers is
what the formula says. What to look at: `score.data` is a bare number. Which
method of `Value` does what `max(0, …)` does?
"""

unit = "hinge_loss"


def hinge_loss(scores, ys):
    losses = [max(0.0, 1 - y * score.data) for score, y in zip(scores, ys)]
    return Value(sum(losses) / len(losses))
