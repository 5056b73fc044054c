"""backward looks up in a list whether it has been at a node.

What happens: it is right, and slow: to search a list of n nodes looks at up
to n of them, for each node again. 100,000 nodes take hours.
Why it seems right: `in` reads the same for a list and for a set, and small
graphs don't show it.
What to look at: what kind of collection stands after `in`? Which one finds a
node without looking at the others?
"""

unit = "engine:Value.backward"


def backward(self):
    order, visited, stack = [], [], [self]
    while stack:
        node = stack.pop()
        if node is None:
            order.append(stack.pop())
        elif node not in visited:
            visited.append(node)
            stack += (node, None)
            stack += node._prev
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
