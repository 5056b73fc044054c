"""The closures are called from the leaves on.

What happens: the operands' turn comes before anything has arrived at them, so
nothing is handed on beyond the last step. Why it seems right: this is the
order in which the results were computed. What to look at: the chain rule goes
back from the root. What is missing after `order` was made?
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
    self.grad = np.ones(self.data.shape)
    for node in order:
        node._backward()
