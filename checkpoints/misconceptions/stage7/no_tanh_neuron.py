"""The sum is not squashed.

What happens: the neuron returns the weighted sum with the bias, without tanh.
Layers of such neurons, one after the other, can do no more than one layer,
since a sum of sums is a sum again. Why it seems right: it computes, its
gradients are right, and it even learns a little. What to look at: can your
output be larger than 1? What is the last thing that should happen to it?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    return sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
