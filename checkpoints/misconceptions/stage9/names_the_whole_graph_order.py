"""The message holds the labels of all nodes, not those of the cycle.

What happens: the nodes that lead to the cycle are named as well, and so is
whatever hangs below it.
Why it seems right: the cycle is among them.
What to look at: which of the nodes are made from themselves? Only these are
wanted.
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
    place = {node: k for k, node in enumerate(order)}
    if any(place[operand] >= place[node] for node in order for operand in node._prev):
        raise ValueError(f"a cycle has no order: {chain(order)}")
    return order
