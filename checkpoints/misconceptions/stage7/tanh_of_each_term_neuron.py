"""Tanh is taken of each product, not of the sum.

What happens: every `w * x` is squashed for itself, and then the results are
added up. With three inputs the output can come close to 3. Why it seems
right: all the parts of the formula are there. What to look at: how often is
tanh computed in one call? Work out by hand what it is taken of: the formula
has a single bracket.
"""

unit = "Neuron.__call__"


def __call__(self, x):
    return sum(((wi * xi).tanh() for wi, xi in zip(self.w, x)), self.b.tanh())
