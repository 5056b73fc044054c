"""Only numbers pass from one layer to the next.

What happens: the outputs are right, and the last layer gets its gradients.
All layers before it get none, since what they gave was turned into plain
numbers on the way. Why it seems right: forward it makes no difference, and
the last layer alone brings the loss down a little. What to look at: wherever
`.data` stands in this method, or a new Value is made, ask how `backward`
would get past it.
"""

unit = "MLP.__call__"


def __call__(self, x):
    for layer in self.layers:
        out = layer([v.data if isinstance(v, Value) else v for v in x])
        x = out
    return x[0] if isinstance(x, list) and len(x) == 1 else x
