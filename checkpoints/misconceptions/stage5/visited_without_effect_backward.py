"""Nodes are listed several times, once for each path that leads to them.

What happens: a reused result has several turns, and each time passes on all
it has; the time grows with the number of paths, not of nodes. Why it seems
right: there may well be a set of visited nodes, and it is filled. But it
helps only if everything a visit does depends on it. What to look at: the
indentation of the lines after `visited.add(…)`. Which of them run for a node
that has been seen before? Then print the finished order for
`b = a + a; L = b*b + b`.
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
