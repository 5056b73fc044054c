"""Two nodes that hold the same number are taken for one.

What happens: what is remembered as visited is the number in a node, not the
node. A second node with an equal number counts as seen, and has no turn. Why
it seems right: with numbers that are all different, nothing shows. What to
look at: `(a + 1) * (b + 1)` with `a` and `b` both 2. Which four nodes hold
which numbers, and what exactly do you put into `visited`?
"""

unit = "Value.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node.data not in visited:
            visited.add(node.data)
            for operand in node._prev:
                visit(operand)
            order.append(node)

    visit(self)
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
