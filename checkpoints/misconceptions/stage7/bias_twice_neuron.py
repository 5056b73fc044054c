"""The bias is added twice.

What happens: the sum starts with the bias, and then the bias is added again.
Why it seems right: both ways of adding it are right, each for itself. What to
look at: `neuron([0.0, 0.0])` should be tanh of `b`. Of which number is it the
tanh now?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
    return (total + self.b).tanh()
