"""Tanh is taken twice.

What happens: the output is squashed once more than it should be, and stays
between -0.77 and 0.77. Why it seems right: once in the line that computes,
once in the line that returns, and each of them looks right. What to look at:
follow the number from the sum to the `return`. How often does it go through
tanh?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
    out = total.tanh()
    return out.tanh()
