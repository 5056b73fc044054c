"""Each call adds the bias to the neuron's own list of weights.

What happens: the first answer is right. But `append` changes the list it is
called on, and that is `w` itself: after this call the neuron has a weight
more than inputs, after the next one two. Why it seems right: the list that
comes back is the one you wanted. What to look at: print `len(neuron.w)`
before and after. How can two lists be joined into a new one, so that both
stay as they are?
"""

unit = "Neuron.parameters"


def parameters(self):
    weights = self.w
    weights.append(self.b)
    return weights
