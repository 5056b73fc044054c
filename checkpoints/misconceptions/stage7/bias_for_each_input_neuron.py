"""There is a bias for each input.

What happens: `b` is a list. A sum of several biases is just one number, so
they would learn the same thing several times. Why it seems right: the line
above makes a list, and this one is its copy. What to look at: the formula of
a neuron. How often does `b` stand in it, however many inputs there are?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
    self.b = [Value(random.uniform(-1, 1)) for _ in range(nin)]
