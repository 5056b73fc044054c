"""The network's parameters are a list of lists.

What happens: there is one list for each layer, or for each neuron, inside the
list. Whoever goes through it meets a list, which has no `grad` and no `data`.
Why it seems right: everything is in there. What to look at: print the length
for MLP(2, [4, 4, 1]): it should be 37. What does a layer's own `parameters()`
give, and what happens to that in your code?
"""

unit = "MLP.parameters"


def parameters(self):
    return [layer.parameters() for layer in self.layers]
