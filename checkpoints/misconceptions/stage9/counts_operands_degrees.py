"""Counted is how many operands a node has, not how many results use it.

What happens: leaves get 0 and the root 2: the arrows are counted at their
other end.
Why it seems right: in the usual picture the arrows go from operands to
results, and then that is the in-degree. Here we ask who waits for whom on the
way back.
What to look at: the text says: how many results use the node. How many use
the root? How many use a leaf of a*b?
"""

unit = "in_degrees"


def in_degrees(root):
    degrees, found, visited = {}, [root], {root}
    for node in found:
        degrees[node] = len(node._prev)
        for operand in node._prev:
            if operand not in visited:
                visited.add(operand)
                found.append(operand)
    return degrees
