"""Only the last input counts.

What happens: each round of the loop begins anew, and what the rounds before
have added up is lost. Why it seems right: after the loop there is a sum, of a
product and the bias. What to look at: the line inside the loop. What stands
to the left of its `=`, and does it stand to the right as well?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    for wi, xi in zip(self.w, x):
        total = wi * xi + self.b
    return total.tanh()
