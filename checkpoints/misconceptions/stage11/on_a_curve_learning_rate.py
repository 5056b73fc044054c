"""The rate falls by a constant factor.

What happens: the first and the last rate are right; between them it lies
below the line. (This is usual, too: exponential decay.) Why it seems right:
both ends fit. What to look at: halfway between 0.5 and 0.1 it is to be 0.3.
What does yours give?
"""

unit = "learning_rate"


def learning_rate(step, steps, first, last):
    return first * (last / first) ** (step / max(1, steps - 1))
