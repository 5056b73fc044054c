"""Weights and bias start at the same numbers in every neuron.

What happens: no neuron differs from another at the start. So they all compute
the same, get the same gradients, and stay alike for ever. Either nothing is
drawn, or each draw starts from the same seed. Why it seems right: training is
going to change the numbers anyway. What to look at: make two neurons and
print their `w`. What could ever make them differ?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(0.0) for _ in range(nin)]
    self.b = Value(0.0)
