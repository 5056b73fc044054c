"""The gradient that arrived is changed on the way.

What happens: the first operand gets its gradient right. What arrived has been
changed by then, so the second one works with other numbers. Why it seems
right: `grad` is a parameter, and looks like a variable of the function's own.
What to look at: a parameter is a name for the caller's array: `grad[...] = …`
and `grad += …` write into it. `grad = …` does not.
"""

unit = "unbroadcast"


def unbroadcast(grad, shape):
    missing = tuple(range(grad.ndim - len(shape)))
    for axis, length in enumerate(shape, start=len(missing)):
        if length == 1 and grad.shape[axis] != 1:
            grad[...] = grad.sum(axis=axis, keepdims=True)
            grad = grad.take([0], axis=axis)
    return grad.sum(axis=missing)
