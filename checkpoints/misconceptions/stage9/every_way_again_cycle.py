"""What has been looked through is looked through again, once for each way that leads there.

What happens: it finds what it should, but in a graph in which nodes are used
twice, 200 levels have more ways than there are atoms in the world.
Why it seems right: a node that is not on the way is no cycle, so one may go
on.
What to look at: if nothing below a node was a cycle the first time, can it be
one the second time? What do you keep of that?
"""

unit = "find_cycle"


def find_cycle(root):
    path, ahead = {root: None}, [iter(root._prev)]
    while ahead:
        operand = next(ahead[-1], None)
        if operand is None:
            ahead.pop()
            path.popitem()
        elif operand in path:
            nodes = list(path)
            return nodes[nodes.index(operand) :]
        else:
            path[operand] = None
            ahead.append(iter(operand._prev))
    return []
