"""With a linear output every layer is linear.

What happens: no layer has a tanh any more. All of them together are one
straight line, and no straight line separates two moons. Why it seems right:
the output is linear, as was asked for. What to look at: which of the layers
is to be linear? And what bends the border, if none has a tanh?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        if self.linear_output:
            x = [sum((wi * xi for wi, xi in zip(n.w, x)), n.b) for n in layer.neurons]
        else:
            x = layer(x)
    return x[0] if len(x) == 1 else x
