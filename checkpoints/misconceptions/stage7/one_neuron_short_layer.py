"""There is one neuron too few.

What happens: the layer has one neuron less than outputs. Why it seems right:
counting from 1 to `nout` sounds complete, but a `range` leaves out its end.
What to look at: `print(list(range(1, 3)))`. How many numbers do you see?
"""

unit = "Layer.__init__"


def __init__(self, nin, nout):
    self.neurons = [Neuron(nin) for _ in range(1, nout)]
