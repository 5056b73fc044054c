"""A node goes on the list when the walk arrives, not when it leaves.

What happens: with a stack, a node is listed before what is below it; turned
round at the end, that is right only if nothing is met early.
Why it seems right: the loop has the node in its hand just then.
What to look at: the list may have a node when all its operands are on it. How
can a loop come back to a node after these are done?
"""

unit = "topological_order"


def topological_order(root):
    order, visited, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node not in visited:
            visited.add(node)
            order.append(node)
            stack.extend(node._prev)
    order.reverse()
    if cycle := find_cycle(root):
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order
