"""There is no `b` on the neuron.

What happens: `neuron.b` raises an AttributeError. Either no bias was drawn,
or it is kept under another name, or under a name of the function itself,
which is gone when `__init__` ends. Why it seems right: `bias` says more than
`b`, and your own methods may well agree on it. What to look at: the names in
the lesson, letter by letter; the checks write numbers into `neuron.b.data`.
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
    self.bias = Value(random.uniform(-1, 1))
