"""The node that closes the cycle stands in the list twice, first and last.

What happens: a cycle of three comes back as four.
Why it seems right: written down with arrows, a cycle ends with the node it
began with.
What to look at: the text says: every node once. The message of the orders may
write it again; the list doesn't.
"""

unit = "find_cycle"


def find_cycle(root):
    visited, path, ahead = {root}, {root: None}, [iter(root._prev)]
    while ahead:
        operand = next(ahead[-1], None)
        if operand is None:
            ahead.pop()
            path.popitem()
        elif operand in path:
            nodes = [*path, operand]
            return nodes[nodes.index(operand) :]
        elif operand not in visited:
            visited.add(operand)
            path[operand] = None
            ahead.append(iter(operand._prev))
    return []
