"""Every operand is treated like the end of a graph of its own.

What happens: going down, each node in its turn is given the gradient 1, in
the place of what it had received; so all gradients end as 1. And shared
results are visited once for each path, which takes for ever. Why it seems
right: an operand has a `backward`, too, and calling it goes down the graph by
itself. What to look at: which node may start with 1? What does a second call
of the same method do to a node that holds a gradient already?
"""

unit = "Value.backward"


def backward(self):
    self.grad = 1.0
    self._backward()
    for operand in self._prev:
        operand.backward()
