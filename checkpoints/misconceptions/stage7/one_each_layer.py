"""The list holds one thing for each neuron.

What happens: Layer(2, 4) gives four elements instead of twelve: the neurons
themselves, or one number of each, such as its bias. Why it seems right: the
neurons are all that the layer has. What to look at: print the list. Are these
Values, and if so, which ones of each neuron are missing?
"""

unit = "Layer.parameters"


def parameters(self):
    return self.neurons
