"""It says whether there is a cycle, not which.

What happens: True or False comes back where a list of nodes is asked for.
Why it seems right: that is the question one has.
What to look at: a graph has thousands of nodes. Who has to mend it wants to
know where: return the nodes.
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
            return True
        elif operand not in visited:
            visited.add(operand)
            path[operand] = None
            ahead.append(iter(operand._prev))
    return False
