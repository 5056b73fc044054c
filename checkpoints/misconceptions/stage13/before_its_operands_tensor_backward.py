"""Tensors are listed before their operands, and called in that order.

What happens: trees are right. A result that is used at unequal depth hands on
what it has before all has arrived. Why it seems right: the root comes first,
as it should. What to look at: follow a result that is used twice, once
directly and once through another one: who must have had its turn before it?
"""

unit = "Tensor.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            order.append(node)
            for operand in node._prev:
                visit(operand)
            pass

    visit(self)
    self.grad = np.ones(self.data.shape)
    for node in order:
        node._backward()
