"""The root is missing.

What happens: only nodes that are used have a number. Nothing uses the root,
so it never gets one.
Why it seems right: 0 of something need not be written down, it seems.
What to look at: whoever starts an order looks for the node with 0. Is there
one in your dict?
"""

unit = "in_degrees"


def in_degrees(root):
    degrees, found, visited = {}, [root], {root}
    for node in found:
        for operand in node._prev:
            degrees[operand] = degrees.get(operand, 0) + 1
            if operand not in visited:
                visited.add(operand)
                found.append(operand)
    return degrees
