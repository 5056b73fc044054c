"""A mean is divided by the number of rows.

What happens: means along the first axis are right, all others are not. Why it
seems right: `len(a)` is the length, and for an array with one axis that is
the number of elements. What to look at: `len` of an array is the length of
its first axis. Which axis was summed?
"""

unit = "Tensor.mean"


def mean(self, axis=None):
    return self.sum(axis) * (1 / len(self.data))
