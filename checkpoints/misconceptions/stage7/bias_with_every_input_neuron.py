"""The bias is added once for each input.

What happens: with three inputs the bias counts three times. Why it seems
right: `wi * xi + b` looks like the formula of a neuron, and for a single
input it is. What to look at: where do the brackets of the sum end? What is
summed over the inputs, and what is added to the finished sum?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum(wi * xi + self.b for wi, xi in zip(self.w, x))
    return total.tanh()
