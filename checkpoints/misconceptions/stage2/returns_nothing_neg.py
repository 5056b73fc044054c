"""Negation computes its result and doesn't hand it over.

What happens: `-a` is None. The method does its work and then ends without
handing the result to anybody, and the error appears later, where the None is
used.
Why it seems right: nothing fails inside the method, and Python gives None
without a word.
What to look at: the last line of the method. What does the caller get to see?
"""

unit = "Value.__neg__"


def __neg__(self):
    self * -1
