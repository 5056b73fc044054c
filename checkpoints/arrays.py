"""Arrays in plain Python, which the checks of `Tensor` compare with: shapes, broadcasting, exact gradients.

No numpy: whoever grades need not have it in the grader's process, and nothing that is compared with came from the
library under the learner's hands. What runs on the student's side is at the end.
"""

import cmath
import math
from itertools import product, zip_longest


class Array:
    """Numbers in a shape, row by row; they may be complex. Broadcasting follows numpy.org/doc, "Broadcasting"."""

    def __init__(self, shape, numbers):
        self.shape = tuple(shape)
        self.numbers = list(numbers)

    @classmethod
    def of(cls, nested):
        """Return the array of a number or a list of lists."""
        if not isinstance(nested, list):
            return cls((), [nested])
        rows = [cls.of(row) for row in nested]
        inner = rows[0].shape if rows else ()
        return cls((len(rows), *inner), [x for row in rows for x in row.numbers])

    def nested(self):
        """Return the numbers as lists of lists."""
        return _nested(self.shape, iter(self.numbers))

    def at(self, index):
        """Return the number at an index of a shape to which this array is stretched."""
        own = index[len(index) - len(self.shape) :]
        place = 0
        for i, length in zip(own, self.shape, strict=True):
            place = place * length + (0 if length == 1 else i)
        return self.numbers[place]

    def map(self, function):
        return Array(self.shape, map(function, self.numbers))

    def _with(self, other, function):
        other = other if isinstance(other, Array) else Array.of(other)
        shape = stretched(self.shape, other.shape)
        return Array(shape, [function(self.at(i), other.at(i)) for i in indices(shape)])

    def __add__(self, other):
        return self._with(other, lambda x, y: x + y)

    def __sub__(self, other):
        return self._with(other, lambda x, y: x - y)

    def __mul__(self, other):
        return self._with(other, lambda x, y: x * y)

    def __truediv__(self, other):
        return self._with(other, lambda x, y: x / y)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return Array.of(other) - self

    def __rtruediv__(self, other):
        return Array.of(other) / self

    def __neg__(self):
        return self.map(lambda x: -x)

    def __pow__(self, exponent):
        return self.map(lambda x: x**exponent)

    def __matmul__(self, other):
        (n, k), (_, m) = self.shape, other.shape
        return Array((n, m), [sum(self.at((i, j)) * other.at((j, c)) for j in range(k)) for i, c in indices((n, m))])

    def tanh(self):
        return self.map(cmath.tanh)

    def exp(self):
        return self.map(cmath.exp)

    def log(self):
        return self.map(cmath.log)

    def relu(self):
        return self.map(lambda x: x if complex(x).real > 0 else 0.0)

    def sum(self, axis=None):
        if axis is None:
            return Array((), [sum(self.numbers)])
        axis %= len(self.shape)
        shape = self.shape[:axis] + self.shape[axis + 1 :]
        along = range(self.shape[axis])
        return Array(shape, [sum(self.at((*i[:axis], k, *i[axis:])) for k in along) for i in indices(shape)])

    def mean(self, axis=None):
        return self.sum(axis) * (1 / (len(self.numbers) if axis is None else self.shape[axis]))

    def reshape(self, *shape):
        known = math.prod(length for length in shape if length != -1)
        return Array([len(self.numbers) // known if length == -1 else length for length in shape], self.numbers)

    @property
    def T(self):  # noqa: N802 - as in numpy
        shape = self.shape[::-1]
        return Array(shape, [self.at(index[::-1]) for index in indices(shape)])


def _nested(shape, numbers):
    return [_nested(shape[1:], numbers) for _ in range(shape[0])] if shape else next(numbers)


def indices(shape):
    """Return all indices of a shape, row by row."""
    return product(*map(range, shape))


def stretched(one, other):
    """Return the shape to which both are stretched."""
    pairs = zip_longest(reversed(one), reversed(other), fillvalue=1)
    return tuple(n if m == 1 else m for m, n in pairs)[::-1]


def value_of(function, *leaves):
    """Return what a function makes of arrays, as an Array of floats."""
    return function(*(Array.of(leaf) for leaf in leaves)).map(lambda x: complex(x).real)


def slopes_of(function, *leaves, upstream=None):
    """Return, for each leaf, d(sum of result * upstream)/d(each element), exact to rounding, as lists of lists.

    By the complex step, as `oracle.complex_step` does for numbers; without `upstream`, it is all ones.
    """
    step, found = 1e-30, []
    arrays = [Array.of(leaf) for leaf in leaves]
    for k, array in enumerate(arrays):
        slopes = []
        for place in range(len(array.numbers)):
            moved = list(array.numbers)
            moved[place] = complex(moved[place], step)
            result = function(*arrays[:k], Array(array.shape, moved), *arrays[k + 1 :])
            weighted = result if upstream is None else result * upstream
            slopes.append(complex(weighted.sum().numbers[0]).imag / step)
        found.append(Array(array.shape, slopes).nested())
    return found


class Like:
    """Equal to lists of lists of the same shape whose numbers are the same within rounding, as `oracle.near` is."""

    def __init__(self, expected):
        self.expected = expected.nested() if isinstance(expected, Array) else expected

    def __eq__(self, seen):
        return _alike(seen, self.expected)

    __hash__ = None

    def __repr__(self):
        return repr(self.expected)


def _alike(seen, expected):
    if isinstance(expected, list):
        return isinstance(seen, list) and len(seen) == len(expected) and all(map(_alike, seen, expected))
    return isinstance(seen, int | float) and math.isclose(seen, expected, rel_tol=1e-9, abs_tol=1e-9)


def table(rng, *shape, low=1.1, high=3.9, signs=(-1, 1)):
    """Draw a list of lists of numbers of one decimal, no two of equal magnitude."""
    tenths = rng.sample(range(round(low * 10), round(high * 10) + 1), math.prod(shape))
    return Array(shape, [rng.choice(signs) * t / 10 for t in tenths]).nested()


# --- Run on the student's side -------------------------------------------------------------------


def rows(array):
    """Return an array, or a number, as lists of lists of floats."""
    import numpy as np

    return np.asarray(array, dtype=float).tolist()


def shape(array):
    """Return the lengths of the axes."""
    import numpy as np

    return list(np.shape(array))


def kind(array):
    """Return the name of the type of the elements."""
    import numpy as np

    return str(np.asarray(array).dtype)


def push(out, upstream):
    """Set `out.grad` to a new array and call `out._backward()`; return what is in `out.grad` then."""
    import numpy as np

    out.grad = np.array(upstream, dtype=float)
    out._backward()
    return np.asarray(out.grad, dtype=float).tolist()


def leave(tensor, gradient):
    """Give a tensor a gradient, as an earlier pass would."""
    import numpy as np

    tensor.grad = np.array(gradient, dtype=float)


def empty(cls, shape):
    """Make a tensor in whose shape there is a 0."""
    import numpy as np

    return cls(np.zeros(shape))
