"""The draw knows only a few different numbers.

What happens: many neurons start with numbers that others have, too.
`randint(-1, 1)` gives -1, 0 and 1 and nothing in between; a choice from a
list, or rounding to one digit, does the same. Why it seems right: all of
these lie between -1 and 1. What to look at: draw twenty and print them. What
starts alike, and sees the same inputs, stays alike.
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.randint(-1, 1)) for _ in range(nin)]
    self.b = Value(random.randint(-1, 1))
