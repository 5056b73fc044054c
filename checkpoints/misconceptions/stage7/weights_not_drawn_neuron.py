"""The weights start at the same number in every neuron.

What happens: all weights of all neurons are equal at the start, for instance
0. The neurons of a layer then compute the same, get the same gradients, and
stay alike for ever: four of them know no more than one. Why it seems right:
training is going to change them anyway. What to look at: two neurons with
equal weights and equal inputs. What could ever make them differ?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(0.0) for _ in range(nin)]
    self.b = Value(random.uniform(-1, 1))
