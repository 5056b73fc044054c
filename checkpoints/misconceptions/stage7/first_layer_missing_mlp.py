"""The first layer is missing.

What happens: the layers connect the sizes in `nouts` with each other, and
none of them is connected with the inputs. So there is one layer too few. Why
it seems right: a layer joins two neighbours, and in `nouts` there are
neighbours. What to look at: MLP(2, [4, 4, 1]) on paper. How many layers has
it, and where do the 2 inputs go?
"""

unit = "MLP.__init__"


def __init__(self, nin, nouts):
    self.layers = [Layer(n, m) for n, m in zip(nouts, nouts[1:])]
