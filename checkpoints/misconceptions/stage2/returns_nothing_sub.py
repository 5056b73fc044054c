"""Subtraction computes its result and doesn't hand it over.

What happens: `a - b` is None. The method does its work and then ends without
handing the result to anybody, and the error appears later, where the None is
used.
Why it seems right: nothing fails inside the method, and Python gives None
without a word.
What to look at: the last line of the method. What does the caller get to see?
"""

unit = "Value.__sub__"


def __sub__(self, other):
    self + (-other)
