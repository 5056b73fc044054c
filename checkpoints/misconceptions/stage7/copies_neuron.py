"""The parameters are copies, not the neuron's own Values.

What happens: the list has the right length and the right numbers, but other
objects, or no objects at all: numbers. What training changes in them, the
neuron never sees. Why it seems right: printed, they look alike. What to look
at: ask `neuron.parameters()[0] is neuron.w[0]`. Does your method make new
Values, or take `.data` out of the old ones?
"""

unit = "Neuron.parameters"


def parameters(self):
    return [Value(p.data) for p in [*self.w, self.b]]
