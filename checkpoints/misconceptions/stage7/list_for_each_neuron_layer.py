"""Each output is in a list of its own.

What happens: the layer gives a list of lists. The next layer would meet lists
where it expects numbers. Why it seems right: an output of a network is often
a list, and the neuron has one. What to look at: print the outputs. Count the
square brackets at the beginning; which of them comes from where?
"""

unit = "Layer.__call__"


def __call__(self, x):
    return [[neuron(x)] for neuron in self.neurons]
