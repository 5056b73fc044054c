"""A cycle is not noticed: some list comes back.

What happens: every node is on it once, so nothing looks wrong, but no list
can have each node of a cycle after the next one.
Why it seems right: `visited` keeps the walk from going round for ever, and no
error comes.
What to look at: for each node of your list: do its operands stand before it?
With a cycle, one doesn't. Who asks?
"""

unit = "topological_order"


def topological_order(root):
    order, visited, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node is None:
            order.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += (node, None, *node._prev)
    return order
