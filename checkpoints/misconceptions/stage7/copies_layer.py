"""The layer's parameters are copies, not the Values it computes with.

What happens: the list has the right length and the right numbers, but other
objects, or no objects at all: numbers. What training changes in them, the
neurons never see. Why it seems right: printed, they look alike. What to look
at: ask `layer.parameters()[0] is layer.neurons[0].parameters()[0]`. Does your
method make new Values or neurons, or take `.data` out of the old ones?
"""

unit = "Layer.parameters"


def parameters(self):
    return [Value(p.data) for neuron in self.neurons for p in neuron.parameters()]
