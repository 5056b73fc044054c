"""The result gets its gradient of 1 when everything is over.

What happens: all nodes are called, in a good order, but while they are, the
gradient at the top is still 0, and only zeros come down. The 1 arrives
afterwards and stays where it is. Why it seems right: when you look at
`L.grad` at the end, it is what it should be. What to look at: the place of
the line that sets `self.grad`. What does the first call of the loop read?
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
    for node in reversed(order):
        node._backward()
    self.grad = 1.0
