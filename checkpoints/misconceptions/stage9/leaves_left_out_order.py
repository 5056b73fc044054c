"""Leaves are not on the list.

What happens: only results are listed. For backward that would do, since a
leaf has nothing to hand on; the text asks for all nodes.
Why it seems right: the `backward` of the solution leaves them out as well.
What to look at: how many nodes has e = a*b, and how many are on your list?
"""

unit = "topological_order"


def topological_order(root):
    order, visited, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node is None:
            order.append(stack.pop())
        elif node not in visited and node._prev:
            visited.add(node)
            stack += (node, None, *node._prev)
    place = {node: k for k, node in enumerate(order)}
    if any(place.get(operand, -1) >= place[node] for node in order for operand in node._prev):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
