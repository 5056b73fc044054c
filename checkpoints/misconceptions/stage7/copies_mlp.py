"""The network's parameters are copies, not the Values it computes with.

What happens: the list has the right length and the right numbers, but other
objects, or no objects at all: numbers. What training changes in them, the
network never sees: the loss stays where it is. Why it seems right: printed,
they look alike. What to look at: does your method make new Values or layers,
or take `.data` out of the old ones? Ask with `is`.
"""

unit = "MLP.parameters"


def parameters(self):
    return [Value(p.data) for layer in self.layers for p in layer.parameters()]
