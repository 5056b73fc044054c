"""The node that `backward` was called on has no turn itself.

What happens: its gradient is 1, but nobody calls its own `_backward`, so its
operands never get their share; below them everything is 0. Why it seems
right: the walk starts with the operands, and the end of the graph has its
gradient already. What to look at: print the order. Is the last result in it?
Who takes the first step, from the 1 down to its operands?
"""

unit = "Value.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        for operand in node._prev:
            if operand not in visited:
                visited.add(operand)
                visit(operand)
                order.append(operand)

    visit(self)
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
