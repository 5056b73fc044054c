"""The output is right, and remembers nothing.

What happens: the sum is computed with `.data`, and the result is put into a
new Value. That node has no operands, so backward ends there: all gradients of
the neuron stay 0. Why it seems right: the numbers agree. What to look at:
print `_prev` of the output. Which of your operators was asked to do the
adding and the multiplying?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
    return Value(total.tanh().data)
