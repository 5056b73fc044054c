"""The list begins with leaves and ends with the root.

What happens: it is a right order, the wrong way round.
Why it seems right: `topological_order` goes that way.
What to look at: the text says which end is which. With the count of those
that use a node, whose turn is first?
"""

unit = "kahn_order"


def kahn_order(root):
    waiting = in_degrees(root)
    order = [node for node, users in waiting.items() if not users]
    for node in order:
        for operand in node._prev:
            waiting[operand] -= 1
            if not waiting[operand]:
                order.append(operand)
    if len(order) < len(waiting):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order[::-1]
