"""The output is a plain number.

What happens: the right number comes out, but as a float. It does not know how
it was made, so no gradient can ever get from it to the weights. Why it seems
right: forward, nothing is missing. What to look at:
`print(type(neuron([1.0, 2.0])))`. Which word in your code takes the number
out of its node?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
    return total.tanh().data
