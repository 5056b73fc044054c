"""The gradient of the result itself is 0 when the calls begin.

What happens: every rule multiplies by the gradient of its result, so from a 0
at the top only zeros can come down. Either nothing sets it, or something
clears it again before the first call. Why it seems right: the order and the
calls are all there, and no error shows. What to look at: print `self.grad`
just before the loop that calls `_backward()`. How far does the result move
when the result moves by 0.001?
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
        node._backward()
