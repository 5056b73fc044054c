"""A node's gradient is cleared after it has been passed on.

What happens: what the leaves get is right, but every result ends with 0, also
the one that `backward` was called on. Why it seems right: its gradient has
done its work, and so a second call on the same graph would not pass it on
again. What to look at: `L.grad` after `L.backward()`. Results are made anew
in each pass; which gradients are left over for the next one?
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
        if node._prev:
            node._backward()
            node.grad = 0.0
