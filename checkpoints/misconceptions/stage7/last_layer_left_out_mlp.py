"""The last layer is not asked.

What happens: the outputs are those of the layer before the last one. Why it
seems right: the last layer is often treated in a special way, and a `[:-1]`
or a `- 1` is written quickly. What to look at: how many numbers come out of
MLP(3, [4, 2]), and how many should it be? Through which layers does your loop
go?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers[:-1]:
        x = layer(x)
    return x[0] if isinstance(x, list) and len(x) == 1 else x
