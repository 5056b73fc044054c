"""Each gradient is cleared after its turn, those of the leaves as well.

What happens: each node in turn passes on what it has and is then set to 0.
The leaves have their turn at the end, and lose what has just arrived. Why it
seems right: a node that has passed on its gradient needs it no more. What to
look at: print `a.grad` just after the last call that adds to it, and again
when `backward` is done. For whom is all this computed?
"""

unit = "Value.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            for operand in node._prev:
                visit(operand)
            order.append(node)

    visit(self)
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
        node.grad = 0.0
