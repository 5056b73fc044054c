"""The gradient is passed on path by path, not node by node.

What happens: a node has a turn each time some path comes by, and every time
it passes on all it has, so a part of it arrives twice or more. And the time
grows with the number of paths. Why it seems right: trees, chains and shared
leaves come out right, since there each result has a single path. What to look
at: print `_op` and `data` at each call, on `b = a + a; c = b*b; L = c + b`.
How often is it the turn of `b`, and what did `b` know by then?
"""

unit = "Value.backward"


def backward(self):
    def visit(node):
        node._backward()
        for operand in node._prev:
            visit(operand)

    self.grad = 1.0
    visit(self)
