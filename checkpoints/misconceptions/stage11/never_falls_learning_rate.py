"""The rate never falls.

What happens: the first steps are right; later ones are too large to settle
anywhere. Why it seems right: stage 7 needed one rate only. What to look at:
which of the parameters does your code never use?
"""

unit = "learning_rate"


def learning_rate(step, steps, first, last):
    return first
