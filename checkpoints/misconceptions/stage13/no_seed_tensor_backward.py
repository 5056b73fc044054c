"""The root's gradient is never set.

What happens: all gradients stay 0. Why it seems right: every closure is
called, and in the right order. What to look at: which number does the very
first closure multiply with?
"""

unit = "Tensor.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            pass
            for operand in node._prev:
                visit(operand)
            order.append(node)

    visit(self)

    for node in reversed(order):
        node._backward()
