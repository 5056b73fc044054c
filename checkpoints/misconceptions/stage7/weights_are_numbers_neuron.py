"""The weights are plain numbers.

What happens: `w` is full of floats. The neuron computes with them as well as
with Values, since your operators wrap a plain number; but the Value they wrap
it in is forgotten at once, and the float itself has no `grad`. Why it seems
right: a weight is a number. What to look at: what must training read from
each weight after `backward`, and what can hold it?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [random.uniform(-1, 1) for _ in range(nin)]
    self.b = Value(random.uniform(-1, 1))
