"""The weights are not among the parameters.

What happens: the list has a single element. The weights get their gradients,
but nobody clears them, and nobody moves them. Why it seems right: a list
comes back, and a Value is in it. What to look at: print the length of the
list for a neuron of three inputs. How many numbers should it learn?
"""

unit = "Neuron.parameters"


def parameters(self):
    return [self.b]
