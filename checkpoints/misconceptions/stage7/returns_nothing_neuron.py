"""The output is None.

What happens: the sum is computed, and nothing of it leaves the method: it
returns None. Why it seems right: everything has been worked out. What to look
at: the last line. Which word hands a result to whoever called?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
    total.tanh()
