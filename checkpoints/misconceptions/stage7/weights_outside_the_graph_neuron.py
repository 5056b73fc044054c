"""The weights take part with their numbers only.

What happens: the output is right, and the bias and the inputs get their
gradients. The weights get none: what is multiplied is `w.data`, a plain
number that knows of no node. Why it seems right: forward it makes no
difference. What to look at: wherever `.data` stands in this method, ask who
would be told about the gradient there.
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi.data * xi for wi, xi in zip(self.w, x)), self.b)
    return total.tanh()
