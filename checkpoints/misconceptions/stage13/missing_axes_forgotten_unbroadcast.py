"""Axes that the operand lacks are not summed.

What happens: a column of shape (2, 1) gets its gradient right. A bias of
shape (3,) that was added to a batch of shape (2, 3) gets a gradient for each
row. Why it seems right: the loop over the axes finds every axis of length 1.
What to look at: a missing axis stands in front, so the axes of `grad` and of
`shape` have to be aligned at their ends.
"""

unit = "unbroadcast"


def unbroadcast(grad, shape):
    offset = grad.ndim - len(shape)
    for axis, length in enumerate(shape):
        if length == 1:
            grad = grad.sum(axis=axis + offset, keepdims=True)
    return grad
