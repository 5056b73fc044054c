"""The nodes that lead to the cycle are returned with it.

What happens: the list begins at the root, and the cycle is only its end.
Why it seems right: that is the way that you came, and it ends where it
closes.
What to look at: which node did you meet again? Where on your way does it
stand, and what stands before it?
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
            return list(path)
        elif operand not in visited:
            visited.add(operand)
            path[operand] = None
            ahead.append(iter(operand._prev))
    return []
