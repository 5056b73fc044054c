"""The bias is not among the parameters.

What happens: the list has the weights only. The bias gets its gradient like
the others, but nobody clears it, and nobody moves it: it stays where it was
drawn. Why it seems right: `w` is a list already, and training works even so,
only worse. What to look at: how many numbers does a neuron of two inputs
learn?
"""

unit = "Neuron.parameters"


def parameters(self):
    return self.w
