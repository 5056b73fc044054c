"""Only a cycle that comes back to the root is found.

What happens: a cycle somewhere below is passed by.
Why it seems right: one starts at the root, so one looks for the root.
What to look at: a -> b -> c -> b: the root a is not on it. With which nodes
must a node that you meet be compared?
"""

unit = "find_cycle"


def find_cycle(root):
    visited, path, ahead = {root}, {root: None}, [iter(root._prev)]
    while ahead:
        operand = next(ahead[-1], None)
        if operand is None:
            ahead.pop()
            path.popitem()
        elif operand is root:
            return list(path)
        elif operand not in visited:
            visited.add(operand)
            path[operand] = None
            ahead.append(iter(operand._prev))
    return []
