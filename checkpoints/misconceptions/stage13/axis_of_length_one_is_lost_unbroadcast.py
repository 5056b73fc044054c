"""The axis of length 1 is lost.

What happens: the sums are right, but a gradient for the shape (2, 1) comes
back with the shape (2,). Added to the operand's `grad`, numpy stretches it
once more, along the other axis. Why it seems right: the numbers are the right
ones. What to look at: `sum` removes the axis that it sums over. What does
`keepdims=True` do?
"""

unit = "unbroadcast"


def unbroadcast(grad, shape):
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(axis for axis, length in enumerate(shape) if length == 1))
