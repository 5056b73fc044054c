"""A node is put on the list once for each of its operands.

What happens: a result with two operands is in the order twice, the first time
while one of its operands has not been visited yet. So it passes on its
gradient twice, and what it is made from gets too much. Why it seems right:
all the lines are there, and the list is reversed. What to look at: the
indentation of the line that appends. Does it belong to the loop over `_prev`,
or does it come after the loop? Print the order for a single `a * b`.
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
