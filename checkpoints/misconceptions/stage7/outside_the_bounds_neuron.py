"""Some of the numbers are drawn beyond 1 or below -1.

What happens: now and then a weight or a bias starts outside of what the task
asks for. Why it seems right: `random.gauss(0, 1)` and its relatives also give
numbers around 0, and many networks start so. What to look at: make a thousand
neurons and print the smallest and the largest number. Tanh is nearly flat
beyond 2: what happens to the gradient there?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.gauss(0, 1)) for _ in range(nin)]
    self.b = Value(random.gauss(0, 1))
