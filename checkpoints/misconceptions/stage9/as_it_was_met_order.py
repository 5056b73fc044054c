"""Nodes are listed as they are met, and the list is turned round.

What happens: a node that is met early, by a short way, stands too late in the
turned list: after a result that is made from it by a longer way.
Why it seems right: in a tree and in a chain each node is met after what is
made from it, so turned round it is right.
What to look at: x = x*x + x: the sum meets x and the product x*x. Which of
them is on your list first, and which must be?
"""

unit = "topological_order"


def topological_order(root):
    order, visited = [root], {root}
    for node in order:
        for operand in node._prev:
            if operand not in visited:
                visited.add(operand)
                order.append(operand)
    order.reverse()
    if cycle := find_cycle(root):
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
