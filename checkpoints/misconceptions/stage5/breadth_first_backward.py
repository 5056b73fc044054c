"""The graph is walked level by level, nearest nodes first.

What happens: each node has one turn, and the fewer steps it is from the
result, the earlier. But a node that is near along one path may be far along
another; then it passes on its gradient before that path has brought its part.
Why it seems right: it goes downwards, and no node is forgotten. What to look
at: `b = a + a; c = b*b; L = c + b`. Both `c` and `b` are one step from `L`:
which of the two needs the other to be done first?
"""

unit = "Value.backward"


def backward(self):
    order, visited = [self], {self}
    for node in order:
        for operand in node._prev:
            if operand not in visited:
                visited.add(operand)
                order.append(operand)
    self.grad = 1.0
    for node in order:
        node._backward()
