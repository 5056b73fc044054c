"""A call of the network gives None.

What happens: the layers are asked one after the other, and the last answer
goes nowhere: the method returns None. Why it seems right: everything has been
worked out. What to look at: the last line. Which word hands a result to
whoever called?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        x = layer(x)
