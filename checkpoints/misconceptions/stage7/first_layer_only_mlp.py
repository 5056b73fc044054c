"""The first layer's outputs are returned.

What happens: the loop ends in its first round; the other layers are never
asked. Why it seems right: everything that should happen is in the loop. What
to look at: how far is the `return` indented? How many numbers come out of
MLP(3, [4, 2]), and how many should it be?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        x = layer(x)
        return x[0] if isinstance(x, list) and len(x) == 1 else x
