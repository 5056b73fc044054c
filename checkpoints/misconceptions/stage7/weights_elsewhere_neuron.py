"""There is no `w` on the neuron.

What happens: `neuron.w` raises an AttributeError. The weights were drawn, but
kept under another name, or under a name of the function itself, which is gone
when `__init__` ends. Why it seems right: inside `__init__` everything can be
read. What to look at: the names in the lesson, letter by letter, and what
stands before the dot. How would another method of the same neuron get at the
list?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
    self.b = Value(random.uniform(-1, 1))
