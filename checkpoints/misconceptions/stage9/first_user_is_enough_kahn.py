"""A node's turn comes when the first of those that use it has had its own.

What happens: nothing is counted: a node is listed as soon as it is met, and
those that use it and come later stand after it.
Why it seems right: results still come before operands, as far as one step is
concerned.
What to look at: x = x*x + x: the sum meets x at once. Who else uses x, and
has that one had its turn?
"""

unit = "kahn_order"


def kahn_order(root):
    order, met = [root], {root}
    for node in order:
        for operand in node._prev:
            if operand not in met:
                met.add(operand)
                order.append(operand)
    if cycle := find_cycle(root):
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
