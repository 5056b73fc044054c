"""Sorts its outputs."""

stage = "stage7"
unit = "nn:Layer.__call__"


def __call__(self, x):
    return sorted((neuron(x) for neuron in self.neurons), key=lambda out: out.data)
