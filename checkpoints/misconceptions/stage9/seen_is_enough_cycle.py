"""A node that is met twice is taken for a cycle.

What happens: in x*x + x, x is met by two ways, and that is reported. Two ways
that meet are no cycle.
Why it seems right: who comes by the same place again has gone round in a
circle, it seems.
What to look at: is the node that you meet again on the way that you came from
the root, or was it left behind, finished?
"""

unit = "find_cycle"


def find_cycle(root):
    visited, stack = set(), [root]
    while stack:
        node = stack.pop()
        if node in visited:
            return [node]
        visited.add(node)
        stack += node._prev
    return []
