"""The bias is left out.

What happens: the output is tanh of the weighted sum alone. With inputs of 0
it is always 0, whatever the bias says, and the bias gets no gradient. Why it
seems right: with the bias near 0 one hardly sees it. What to look at:
`neuron([0.0, 0.0])`. Which of the neuron's numbers should still matter there?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum(wi * xi for wi, xi in zip(self.w, x))
    return total.tanh()
