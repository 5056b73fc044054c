"""The parameters of one neuron only.

What happens: the list has the first neuron's parameters, or the last one's;
the other neurons never learn. Why it seems right: the loop goes through all
of them. What to look at: is the `return` inside the loop, so that the first
round ends it? Or does each round make the list anew, so that the last one
wins? For Layer(2, 4) there should be 12.
"""

unit = "Layer.parameters"


def parameters(self):
    for neuron in self.neurons:
        return neuron.parameters()
