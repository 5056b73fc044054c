"""`parameters()` of a layer returns None.

What happens: no list comes back. Either there is no `return`, or what is
returned is the result of `append` or `extend`; these change a list, and give
None. Why it seems right: the list exists, inside the method. What to look at:
`print(layer.parameters())`, and the word after `return`, if there is one.
"""

unit = "Layer.parameters"


def parameters(self):
    found = []
    for neuron in self.neurons:
        found.extend(neuron.parameters())
