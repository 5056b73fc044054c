"""The output is a list.

What happens: the neuron gives a list, perhaps with one Value in it, perhaps
with a product for each input. A layer would put such lists into its own list.
Why it seems right: there is a list of weights, and a list of inputs. What to
look at: how many outputs does one neuron have? Which brackets in your
`return` make a list?
"""

unit = "Neuron.__call__"


def __call__(self, x):
    total = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
    return [total.tanh()]
