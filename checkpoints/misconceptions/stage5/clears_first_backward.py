"""All gradients of the graph are cleared before the pass begins.

What happens: on fresh nodes nothing shows. But where a leaf holds a gradient
from an earlier graph, that is lost, and the two do not add up. Why it seems
right: left-over gradients are usually unwelcome, and somebody has to clear
them. What to look at: two losses may want to add their gradients before one
update. Could they, if each `backward` began by forgetting the other?
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
    for node in order:
        node.grad = 0.0
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
