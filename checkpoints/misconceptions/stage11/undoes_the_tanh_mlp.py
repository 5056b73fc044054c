"""The tanh of the last layer is undone outside the graph.

What happens: values are right, as long as tanh has not rounded to 1. No
gradient goes back from them. Why it seems right: `atanh` gives back what tanh
was given. What to look at: a new Value that is made of a bare number has no
operands. Where do the operators of Value make the sum?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        x = layer(x)
    if self.linear_output:
        x = [Value(math.atanh(max(-1 + 1e-16, min(1 - 1e-16, value.data)))) for value in x]
    return x[0] if len(x) == 1 else x
