"""The bias is a plain number.

What happens: `b` is a float or an int. It is added like any other number, but
it has no `grad`, and nothing can move it. Why it seems right: it multiplies
no input, so it looks like a constant. What to look at:
`print(type(neuron.b))`. The bias is learnt, just as the weights are; what do
they have that it lacks?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
    self.b = random.uniform(-1, 1)
