"""The shares are averaged, not added up.

What happens: shapes are right, and the gradient is too small: by the number
of times that the operand was used. Why it seems right: an average keeps
gradients of a size that does not depend on the batch. What to look at: an
operand that is used several times gets the sum of all its shares; that was so
in `a + a`, too.
"""

unit = "unbroadcast"


def unbroadcast(grad, shape):
    missing = tuple(range(grad.ndim - len(shape)))
    grad = grad.mean(axis=missing) if missing else grad
    stretched = tuple(axis for axis, length in enumerate(shape) if length == 1 and grad.shape[axis] != 1)
    return grad.mean(axis=stretched, keepdims=True) if stretched else grad
