"""A mean along an axis is divided by the number of all elements.

What happens: `a.mean()` is right. Means along an axis are too small. Why it
seems right: `size` is the number of elements. What to look at: how many
elements went into each of the means?
"""

unit = "Tensor.mean"


def mean(self, axis=None):
    return self.sum(axis) * (1 / self.data.size)
