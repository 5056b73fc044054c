"""The bias starts at the same number in every neuron.

What happens: `b` is, for instance, 0 in each new neuron, or it was drawn just
once for all of them. Why it seems right: many networks start so, the
published micrograd among them, and it would train. What to look at: the task
asks for a draw of its own for each bias as for each weight. When does your
draw happen: once, when Python reads the `def`, or each time a neuron is made?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
    self.b = Value(0.0)
