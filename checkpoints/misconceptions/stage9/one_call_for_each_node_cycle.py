"""The walk calls itself for every step down.

What happens: a chain of about a thousand nodes ends in a RecursionError:
Python stops calls that are that deep inside one another.
Why it seems right: it is the shortest way to say it.
What to look at: a call that waits remembers a node, and how far along its
operands it is. `iter(node._prev)` remembers the latter; keep both in lists.
"""

unit = "find_cycle"


def find_cycle(root):
    visited, path = set(), {}

    def visit(node):
        visited.add(node)
        path[node] = None
        for operand in node._prev:
            if operand in path:
                nodes = list(path)
                return nodes[nodes.index(operand) :]
            if operand not in visited and (found := visit(operand)):
                return found
        path.popitem()
        return []

    return visit(root)
