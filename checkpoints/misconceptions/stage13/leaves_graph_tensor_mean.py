"""The mean is computed outside the graph.

What happens: values are right, and no gradient gets past the mean. Why it
seems right: numpy has a `mean`, and it is right. What to look at: what
remembers the operands of this result? Which of your methods do?
"""

unit = "Tensor.mean"


def mean(self, axis=None):
    return Tensor(self.data.mean(axis=axis))
