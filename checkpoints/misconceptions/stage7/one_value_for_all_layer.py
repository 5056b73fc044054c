"""The layer gives one Value instead of a list.

What happens: whatever the number of neurons, one output comes back: that of
the first neuron, of the last one, or the sum of all. Why it seems right: for
a layer of one neuron that is the same thing. What to look at: Layer(2, 4) has
four outputs. Is there a `return` inside the loop? Does each round put the new
output in the place of the one before?
"""

unit = "Layer.__call__"


def __call__(self, x):
    for neuron in self.neurons:
        return neuron(x)
