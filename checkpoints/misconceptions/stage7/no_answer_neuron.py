"""`parameters()` of a neuron returns None.

What happens: no list comes back. Either there is no `return`, or what is
returned is the result of `append` or `extend`; these change a list, and give
None. Why it seems right: the list exists, inside the method. What to look at:
`print(neuron.parameters())`, and the word after `return`, if there is one.
"""

unit = "Neuron.parameters"


def parameters(self):
    return list(self.w).append(self.b)
