"""The message names every node that is left, not only those on the cycle.

What happens: what hangs below a cycle is left as well, and so the message
holds too much. Or it names those that lead there.
Why it seems right: those on the cycle are among them.
What to look at: which of the nodes that are left are made from themselves?
`find_cycle` says it.
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
        raise ValueError(f"a cycle has no order: {chain(waiting)}")
    return order
