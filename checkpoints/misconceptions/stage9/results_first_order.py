"""The list begins with the root and ends with leaves.

What happens: it is a right order, the wrong way round: results stand before
their operands.
Why it seems right: that is the order in which backward goes through the
nodes.
What to look at: the text says which end is which. What stands last in your
list?
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
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order[::-1]
