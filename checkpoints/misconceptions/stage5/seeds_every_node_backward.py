"""Every node is set to 1, not only the one that `backward` was called on.

What happens: the order is right, but when a node's turn comes, the gradient
it has gathered is replaced by 1. So it passes on its own local derivative
alone, and all gradients end as 1. Why it seems right: some gradient must be
1, or everything stays 0. What to look at: of which node is the derivative of
the result 1 for certain? Does that line stand before the loop, or in it?
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
        node.grad = 1.0
        node._backward()
