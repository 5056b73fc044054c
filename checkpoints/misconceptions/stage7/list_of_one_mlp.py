"""A single output comes in a list.

What happens: for one output, a list of one comes back instead of the bare
Value. `model(x) - y` then fails, or needs a `[0]` each time. Why it seems
right: a layer gives a list, and the network just passes it on. What to look
at: print the output of MLP(2, [4, 1]). Where would you take the only element
out, once and for all?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        x = layer(x)
    return x
