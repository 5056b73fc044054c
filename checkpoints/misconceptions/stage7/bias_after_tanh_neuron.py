"""The bias is added after the tanh.

What happens: tanh squashes the weighted sum alone, and the bias shifts the
result; it may leave -1 to 1. Why it seems right: the bias comes last in the
formula. What to look at: the brackets. Is the bias part of what is squashed,
or does it come on top?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum(wi * xi for wi, xi in zip(self.w, x))
    return total.tanh() + self.b
