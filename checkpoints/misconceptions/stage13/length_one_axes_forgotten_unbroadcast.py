"""Axes of length 1 are not summed.

What happens: a bias of shape (3,) gets its gradient right. A column of shape
(2, 1) that was stretched to (2, 3) gets a gradient of shape (2, 3). Why it
seems right: most biases have an axis less than what they are added to. What
to look at: there are two ways of being stretched: an axis is missing, or it
has the length 1. Which of them does your code undo?
"""

unit = "unbroadcast"


def unbroadcast(grad, shape):
    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
