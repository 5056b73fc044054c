"""Only the first share is kept.

What happens: shapes are right. Of all the rows (or columns) that used the
operand, only the first one counts. Why it seems right: they all used the same
number. What to look at: the same number, but each with a gradient of its own.
What becomes of several contributions?
"""

unit = "unbroadcast"


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad[0]
    for axis, length in enumerate(shape):
        if length == 1:
            grad = grad.take([0], axis=axis)
    return grad
