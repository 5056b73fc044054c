"""A node is listed each time one of those that use it has had its turn.

What happens: a node that is used twice stands in the list twice, and what is
below it more often still.
Why it seems right: the count goes down, and the node is waiting for that.
What to look at: at which number has the last one had its turn? When must the
operand not be listed yet?
"""

unit = "kahn_order"


def kahn_order(root):
    waiting = in_degrees(root)
    order, at_most = [root], 20 * len(waiting)
    for node in order:
        for operand in node._prev:
            waiting[operand] -= 1
            if len(order) < at_most:
                order.append(operand)
    if cycle := find_cycle(root):
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
