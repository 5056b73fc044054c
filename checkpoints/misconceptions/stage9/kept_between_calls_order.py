"""What one call has visited, the next one takes for visited.

What happens: the first graph comes out right. In a later one, every node that
was seen before is missing.
Why it seems right: `visited=set()` in the signature looks like a new set for
each call. Python makes it once, when it reads the `def`.
What to look at: sort the same leaf twice, and look at the second list. Where
does your set begin to live?
"""

unit = "topological_order"


def topological_order(root, visited=set()):
    order, stack = [], [root]
    while stack:
        node = stack.pop()
        if node is None:
            order.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += (node, None, *node._prev)
    place = {node: k for k, node in enumerate(order)}
    if any(place.get(operand, -1) >= place[node] for node in order for operand in node._prev):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
