"""All weights are drawn above 0.

What happens: the bias is drawn as it should be, but no weight is ever
negative at the start. Why it seems right: `random.random()` is the best known
draw. What to look at: between which two numbers does each of your draws lie?
Compare the line of the weights with the line of the bias.
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.random()) for _ in range(nin)]
    self.b = Value(random.uniform(-1, 1))
