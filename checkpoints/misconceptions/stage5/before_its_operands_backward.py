"""Nodes have their turn as soon as they are reached.

What happens: each node has one turn, but in the order in which the walk down
meets them. A node that is met early, along a short path, passes on its
gradient before the longer paths have brought their part; that part stays
behind. Why it seems right: results come before their operands, and on trees
that is enough. What to look at: a node is put on the list, or called, before
or after its operands are visited? Write both lists for
`b = a + a; c = b*b; L = c + b`, and look for the place of `b`.
"""

unit = "Value.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            order.append(node)
            for operand in node._prev:
                visit(operand)

    visit(self)
    self.grad = 1.0
    for node in order:
        node._backward()
