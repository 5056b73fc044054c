"""There is one weight too few.

What happens: `w` holds one Value less than there are inputs, so one input has
no weight. Why it seems right: counting from 1 to `nin` sounds complete, but a
`range` leaves out its end. What to look at: `print(list(range(1, 3)))`. How
many numbers do you see?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for _ in range(1, nin)]
    self.b = Value(random.uniform(-1, 1))
