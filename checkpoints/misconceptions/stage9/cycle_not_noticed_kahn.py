"""A cycle is not noticed: the list is just shorter.

What happens: on a cycle each node waits for another, so nobody's turn comes,
and the loop ends with some nodes left.
Why it seems right: the loop ends, and everything in the list is in a right
order.
What to look at: how many nodes have an in-degree, and how many are on your
list?
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
    return order
