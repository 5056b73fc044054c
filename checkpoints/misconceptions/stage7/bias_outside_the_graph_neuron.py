"""The bias takes part with its number only.

What happens: the output is right, and the weights and the inputs get their
gradients. The bias gets none: what is added is `b.data`, a plain number that
knows of no node. Why it seems right: forward it makes no difference. What to
look at: wherever `.data` stands in this method, ask who would be told about
the gradient there.
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum(wi * xi for wi, xi in zip(self.w, x))
    return (total + self.b.data).tanh()
