"""The operands have their turn before the results.

What happens: every node is called once, but the one you started from comes
last. All the others pass on a gradient that is still 0; only its own operands
get something. Why it seems right: operands first is the order in which the
numbers were computed, and the list that a visit builds often has it, too.
What to look at: in which direction does a gradient travel? Print `_op` and
`data` at each call: whose turn is first, and what is in its `grad` at that
moment?
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
    for node in order:
        node._backward()
