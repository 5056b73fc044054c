"""All numbers are drawn above 0.

What happens: no weight and no bias is ever negative at the start, so all
neurons lean the same way. Why it seems right: `random.random()` is the best
known draw. What to look at: between which two numbers does your draw lie? A
weight above 0 says: the more of this input, the more output. Should no neuron
start with the opposite opinion?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.random()) for _ in range(nin)]
    self.b = Value(random.random())
