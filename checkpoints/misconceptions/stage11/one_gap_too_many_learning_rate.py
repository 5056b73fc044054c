"""The last step does not reach the last rate.

What happens: the rate falls a little too slowly, and ends above `last`. Why
it seems right: there are `steps` steps. What to look at: from the first of
three posts to the third there are how many gaps?
"""

unit = "learning_rate"


def learning_rate(step, steps, first, last):
    return first + (last - first) * step / steps
