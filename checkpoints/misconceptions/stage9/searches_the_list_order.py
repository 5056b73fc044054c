"""Whether a node is there already is looked up in the list.

What happens: it is right, and slow: to search a list of n nodes looks at up
to n of them, for each node again. 100,000 nodes are five thousand million
looks.
Why it seems right: `in` reads the same for a list and for a set, and with a
hundred nodes nobody feels it.
What to look at: what kind of collection stands after `in`? Which kind finds a
node without looking at the others?
"""

unit = "topological_order"


def topological_order(root):
    order, visited, stack = [], [], [root]
    while stack:
        node = stack.pop()
        if node is None:
            order.append(stack.pop())
        elif node not in visited:
            visited.append(node)
            stack += (node, None, *node._prev)

    place = {node: k for k, node in enumerate(order)}
    if any(place[operand] >= place[node] for node in order for operand in node._prev):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
