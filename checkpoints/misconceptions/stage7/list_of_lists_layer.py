"""The layer's parameters are a list of lists.

What happens: there is one list for each neuron inside the list. Whoever goes
through it meets a list, which has no `grad` and no `data`. Why it seems
right: everything is in there. What to look at: print the length of it for
Layer(2, 4): is it 4 or 12? What does a neuron's own `parameters()` give, and
what happens to that in your code?
"""

unit = "Layer.parameters"


def parameters(self):
    return [neuron.parameters() for neuron in self.neurons]
