"""The draw does not reach as far as -1 and 1.

What happens: all weights and biases start near 0. Why it seems right: small
numbers around 0 are a good start for many networks. What to look at: make a
thousand neurons and print the smallest and the largest number. Between which
two numbers does the task want them? What do the two arguments of
`random.uniform` mean?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-0.1, 0.1)) for _ in range(nin)]
    self.b = Value(random.uniform(-0.1, 0.1))
