"""There is one weight too many.

What happens: `w` holds one Value more than there are inputs. Why it seems
right: a neuron has `nin + 1` numbers to learn, and all of them are drawn in
the same way. What to look at: which of these numbers belongs to an input, and
which one belongs to none? Under which names does the lesson want them?
"""

unit = "Neuron.__init__"


def __init__(self, nin):
    self.w = [Value(random.uniform(-1, 1)) for _ in range(nin + 1)]
    self.b = self.w[-1]
