"""Only the first input counts.

What happens: the loop returns in its first round, so the other weights are
never used and get no gradient. Why it seems right: everything that should
happen is in the loop. What to look at: how far is the `return` indented? How
often does the loop run for a neuron of three inputs?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = self.b
    for wi, xi in zip(self.w, x):
        total = total + wi * xi
        return total.tanh()
