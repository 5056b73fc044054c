"""The loss is squared.

What happens: small violations cost too little, large ones too much. (This
loss exists, too, under the name squared hinge.) Why it seems right: stage 7's
loss was a square. What to look at: by how much does the loss grow when a
score that is wrong moves by 0.1? It should be the same everywhere.
"""

unit = "hinge_loss"


def hinge_loss(scores, ys):
    losses = [(1 - y * score).relu() ** 2 for score, y in zip(scores, ys)]
    return sum(losses) * (1 / len(losses))
