"""The neuron's list of parameters has a list in it.

What happens: the weights are there as one element, a list, or all of it lies
in one list too many. Whoever goes through it meets a list, which has no
`grad`. Why it seems right: `[self.w, self.b]` names all that there is. What
to look at: print the result. Do you see one pair of square brackets, or one
inside another? Which operator joins two lists?
"""

unit = "Neuron.parameters"


def parameters(self):
    return [self.w, self.b]
