"""The walk calls itself for every step down.

What happens: a chain of about a thousand nodes ends in a RecursionError:
Python stops calls that are that deep inside one another. Everything else is
right.
Why it seems right: it is the shortest way to say it, and in stage 5 it was
enough.
What to look at: what does Python remember for you while a call waits? Keep
that in a list of your own, and look at its last element in a loop.
"""

unit = "topological_order"


def topological_order(root):
    order, visited = [], set()

    def visit(node):
        visited.add(node)
        for operand in node._prev:
            if operand not in visited:
                visit(operand)
        order.append(node)

    visit(root)

    place = {node: k for k, node in enumerate(order)}
    if any(place[operand] >= place[node] for node in order for operand in node._prev):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
