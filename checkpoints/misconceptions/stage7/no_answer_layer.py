"""A call of the layer gives None.

What happens: the neurons are asked, and their outputs go nowhere: the method
returns None. Why it seems right: everything has been worked out. What to look
at: the last line. Which word hands a result to whoever called? If there is
one: `append` gives None.
"""

unit = "Layer.__call__"


def __call__(self, x):
    [neuron(x) for neuron in self.neurons]
