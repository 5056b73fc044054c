"""`parameters()` of the network returns None.

What happens: no list comes back. Either there is no `return`, or what is
returned is the result of `append` or `extend`; these change a list, and give
None. Why it seems right: the list exists, inside the method. What to look at:
`print(model.parameters())`, and the word after `return`, if there is one.
"""

unit = "MLP.parameters"


def parameters(self):
    found = []
    for layer in self.layers:
        found.extend(layer.parameters())
