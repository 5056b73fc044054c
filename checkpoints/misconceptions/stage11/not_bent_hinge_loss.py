"""Losses below 0 are kept.

What happens: what is right by more than 1 has a negative loss. It makes up
for samples that are wrong, and it goes on pulling. Why it seems right: a
smaller loss is a better one. What to look at: where is the max(0, …) of the
formula?
"""

unit = "hinge_loss"


def hinge_loss(scores, ys):
    losses = [1 - y * score for score, y in zip(scores, ys)]
    return sum(losses) * (1 / len(losses))
