"""The loss is the sum over the samples, not their mean.

What happens: the more samples a batch has, the larger the loss and all
gradients. Why it seems right: stage 7's loss was a sum. What to look at: here
the learning rate is meant for a mean, whatever the size of the batch.
"""

unit = "hinge_loss"


def hinge_loss(scores, ys):
    return sum((1 - y * score).relu() for score, y in zip(scores, ys))
