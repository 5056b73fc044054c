"""`w` is something else than a list.

What happens: `w` can't be counted, or has no single weights in it. Round
brackets around a `for` make a generator, which can be gone through just once:
the second call of the neuron would find it empty. Why it seems right: square
and round brackets look much alike, and for one input a single Value would do.
What to look at: `print(type(neuron.w))`, and the outermost brackets of that
line.
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = (Value(random.uniform(-1, 1)) for _ in range(nin))
    self.b = Value(random.uniform(-1, 1))
