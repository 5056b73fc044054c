"""Every layer is given the network's own input.

What happens: all layers look at `x`, and only the last one's answer is
returned; the layers before it work for nothing. Why it seems right: each
layer is called once, in the right order. With layers of equal size nothing
even complains. What to look at: the name between the brackets of `layer(…)`.
What did the layer before give, and who takes it?
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        out = layer(x)
    return out[0] if isinstance(out, list) and len(out) == 1 else out
